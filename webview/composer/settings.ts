import { html, nothing, svg, type TemplateResult } from "lit";
import { t } from "../../src/base/words.ts";
import type { ComposerView, SettingView, UsageView } from "../../src/shared/composerView.ts";
import { icon, iconButton } from "../icons.ts";
import type { Surface } from "../surface.ts";

/** Most settings that stand below the field; the rest is behind one button. */
const most = 4;

/** Who works here, the mode, the model and the other options of the shown session as small buttons, and its usage. */
export function settingsBar(surface: Surface, composer: ComposerView): TemplateResult {
  const { settings, usage, agentLabel } = composer;
  const shown = settings.length > most ? settings.slice(0, most - 1) : settings;
  const isOff = composer.blockedBecause !== "";
  return html`<div class="settings" role="group" aria-label=${t("Options of this session")}>
    <span class="agent-label" dir="auto">${agentLabel}</span>
    ${shown.map((setting) => settingButton(surface, setting, isOff))}
    ${
      shown.length < settings.length
        ? iconButton(
            "settings",
            t("All {0} options…", settings.length),
            () => surface.host.post({ type: "changeAnySetting" }),
            "all-settings",
            isOff,
          )
        : nothing
    }
    ${usage ? usageRing(usage) : nothing}
  </div>`;
}

function settingButton(surface: Surface, setting: SettingView, isOff: boolean): TemplateResult {
  const { key, kind, name, value, isOn, isPending, description } = setting;
  const told = isPending ? t("{0}: {1}, waiting for the agent", name, value) : t("{0}: {1}", name, value);
  const title = description === "" ? told : `${told}\n${description}`;
  const words = html`${isPending ? icon("loading", { isSpinning: true }) : nothing}<span class="setting-value" dir="auto"
      >${kind === "select" ? value : told}</span
    >`;
  const press = () => surface.host.post({ type: "changeSetting", key });
  switch (kind) {
    case "readOnly":
      return html`<span class="setting" data-key=${key} title=${title}>${words}</span>`;
    case "boolean":
      return html`<button type="button" class="setting" role="switch" data-key=${key} data-pending=${isPending} aria-checked=${isOn}
        aria-label=${isPending ? told : name} title=${title} ?disabled=${isOff} @click=${press}>${words}</button>`;
    case "select":
      return html`<button type="button" class="setting" aria-haspopup="listbox" data-key=${key} data-pending=${isPending}
        aria-label=${told} title=${title} ?disabled=${isOff} @click=${press}>${words}${icon("chevron-down")}</button>`;
  }
}

/** How full the context is, as a ring with its number, and the cost beside it. */
function usageRing({ percent, words, cost }: UsageView): TemplateResult {
  const shown = [percent === undefined ? "" : t("{0}%", percent), cost].filter((part) => part !== "").join(" · ");
  return html`<span class="usage" role="img" aria-label=${words.replaceAll("\n", ", ")} title=${words} data-full=${(percent ?? 0) >= 80}>
    ${percent === undefined ? nothing : ring(percent)}${shown === "" ? icon("pulse") : html`<span aria-hidden="true">${shown}</span>`}
  </span>`;
}

/** `percent` from 0 to 100. The circle begins at the top; its length counts as 100. */
function ring(percent: number): TemplateResult {
  return html`<svg class="ring" viewBox="0 0 16 16" aria-hidden="true">
    ${svg`<circle class="ring-all" cx="8" cy="8" r="6" /><circle class="ring-used" cx="8" cy="8" r="6" pathLength="100" stroke-dasharray=${`${percent} 100`} transform="rotate(-90 8 8)" />`}
  </svg>`;
}
