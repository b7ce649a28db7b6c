import { PersonError } from "../../base/personError.ts";
import { t } from "../../base/words.ts";
import type { SessionId } from "../../session/ids.ts";
import { optionId, type SettingChange } from "../../session/settings.ts";
import { type Provider, readProviders } from "./agentAnswers.ts";
import type { SessionCallsOptions } from "./sessionCalls.ts";

/** Where an agent shall send its requests to models (schema `SetProviderRequest`). The headers may hold keys. */
export interface ProviderRoute {
  readonly apiType: string;
  readonly baseUrl: string;
  readonly headers: { readonly [name: string]: string };
}

/** The requests that change how sessions and the agent work. The log tells when each is sent and when it is answered. */
export class SettingCalls {
  readonly #label: string;
  readonly #request: SessionCallsOptions["request"];
  readonly #offers: SessionCallsOptions["offers"];

  constructor({ label, request, offers }: SessionCallsOptions) {
    this.#label = label;
    this.#request = request;
    this.#offers = offers;
  }

  /** Sets a session's mode, or one of its options; `type` is the type of the option. */
  async set(sessionId: SessionId, { key, value }: SettingChange, type: "select" | "boolean"): Promise<void> {
    const configId = optionId(key);
    if (configId === undefined) await this.#request("session/set_mode", { sessionId, modeId: value });
    else {
      // A choice goes without a type: that is how every version of the protocol takes it.
      const payload = type === "boolean" ? { type, value: value === "true" } : { value };
      await this.#request("session/set_config_option", { sessionId, configId, ...payload });
    }
  }

  /** The places where the agent can send its requests to models, as they are set now; without keys. */
  async listProviders(): Promise<readonly Provider[]> {
    return readProviders(await this.#ofProviders("providers/list", {}));
  }

  /** What is set goes to the agent, and is kept nowhere. */
  async setProvider(providerId: string, route: ProviderRoute): Promise<void> {
    await this.#ofProviders("providers/set", { providerId, ...route });
  }

  async disableProvider(providerId: string): Promise<void> {
    await this.#ofProviders("providers/disable", { providerId });
  }

  #ofProviders(...[method, params]: Parameters<SessionCallsOptions["request"]>): Promise<unknown> {
    if (!this.#offers().providers) throw new PersonError(t("{0} does not let its model providers be set from here.", this.#label));
    return this.#request(method, params);
  }
}
