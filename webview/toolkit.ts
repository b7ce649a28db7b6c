import { provideVSCodeDesignSystem, vsCodeButton, vsCodeProgressRing, vsCodeTextArea } from "@vscode/webview-ui-toolkit";

/**
 * Registers the ordinary controls that the webview uses: `vscode-button`, `vscode-progress-ring`, `vscode-text-area`.
 * This is the one place that knows the toolkit. An element of it costs six native ones, so there is none in a row.
 */
export function registerToolkit(): void {
  provideVSCodeDesignSystem().register(vsCodeButton(), vsCodeProgressRing(), vsCodeTextArea());
}
