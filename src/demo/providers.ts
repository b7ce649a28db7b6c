import { RequestError } from "../acp/sdk.ts";

interface Provider {
  readonly providerId: string;
  readonly supported: string[];
  readonly required: boolean;
  current: { readonly apiType: string; readonly baseUrl: string } | null;
}

/** Where this agent would send its requests to models, if it had any (schema `ProviderInfo`). Keys are taken and forgotten. */
export class DemoProviders {
  readonly #providers: readonly Provider[] = [
    {
      providerId: "main",
      supported: ["anthropic", "openai"],
      required: true,
      current: { apiType: "anthropic", baseUrl: "https://models.example" },
    },
    { providerId: "second", supported: ["openai"], required: false, current: null },
  ];

  list(): { providers: Provider[] } {
    return { providers: [...this.#providers] };
  }

  /** Throws an error for the client when there is no such provider, or when it does not speak this protocol. */
  set(providerId: string, apiType: string, baseUrl: string): Record<string, never> {
    const provider = this.#named(providerId);
    if (!provider.supported.includes(apiType)) throw RequestError.invalidParams(undefined, `“${providerId}” does not speak “${apiType}”`);
    provider.current = { apiType, baseUrl };
    return {};
  }

  /** Throws an error for the client when there is no such provider, or when it is required. */
  disable(providerId: string): Record<string, never> {
    const provider = this.#named(providerId);
    if (provider.required) throw RequestError.invalidParams(undefined, `“${providerId}” is required`);
    provider.current = null;
    return {};
  }

  #named(providerId: string): Provider {
    const provider = this.#providers.find((each) => each.providerId === providerId);
    if (!provider) throw RequestError.invalidParams(undefined, `There is no provider “${providerId}”`);
    return provider;
  }
}
