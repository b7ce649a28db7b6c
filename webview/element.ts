import { LitElement, type PropertyDeclarations, type PropertyValues } from "lit";
import { DisposableStore } from "../src/base/disposables.ts";
import type { Surface } from "./surface.ts";

/** An element that draws into the page itself: there is one style sheet for all. */
export abstract class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}

/** An element that draws a part of the surface, and draws again only when that part became another. */
export abstract class SurfaceElement extends LightElement {
  static override properties: PropertyDeclarations = { surface: { attribute: false } };

  declare surface: Surface;
  #connection: DisposableStore | undefined;
  #drawn: readonly unknown[] = [];

  /** What this element draws from; compared by identity. */
  protected abstract select(): readonly unknown[];

  override connectedCallback(): void {
    super.connectedCallback();
    this.#connection = new DisposableStore();
    this.#connection.add(
      this.surface.onDidChange(() => {
        const now = this.select();
        if (now.length !== this.#drawn.length || now.some((value, index) => value !== this.#drawn[index])) this.requestUpdate();
      }),
    );
    this.didConnect(this.#connection);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#connection?.dispose();
  }

  /** For what shall live as long as the element is in the page. */
  protected didConnect(_connection: DisposableStore): void {
    return;
  }

  protected override willUpdate(_changed: PropertyValues): void {
    this.#drawn = this.select();
  }
}
