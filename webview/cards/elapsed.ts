import type { PropertyDeclarations } from "lit";
import type { Disposable } from "../../src/base/disposables.ts";
import { formatDuration } from "../../src/shared/formats.ts";
import { LightElement } from "../element.ts";
import type { Surface } from "../surface.ts";

/** `<acp-elapsed>`: how long a run took, or takes: then it counts by itself and nothing around it is drawn again. */
export class Elapsed extends LightElement {
  static override properties: PropertyDeclarations = {
    surface: { attribute: false },
    startedAt: { attribute: false },
    endedAt: { attribute: false },
  };

  declare surface: Surface;
  /** Epoch ms. */
  declare startedAt: number | undefined;
  declare endedAt: number | undefined;
  #counting: Disposable | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#follow();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#counting?.dispose();
  }

  protected override updated(): void {
    this.#follow();
  }

  #follow(): void {
    this.#counting?.dispose();
    const isRunning = this.startedAt !== undefined && this.endedAt === undefined;
    this.#counting = isRunning ? this.surface.clock.everySecond(() => this.#write()) : undefined;
    this.#write();
  }

  #write(): void {
    if (this.startedAt === undefined) this.textContent = "";
    else this.textContent = formatDuration((this.endedAt ?? this.surface.timer.now()) - this.startedAt);
  }
}
