import type { Environment } from "../process/launch.ts";

/** The editor's settings `http.proxy`, `http.noProxy` and `http.proxyStrictSSL`. */
export interface ProxySettings {
  readonly proxy: string;
  readonly noProxy: readonly string[];
  /** False = certificates are not checked. */
  readonly isStrict: boolean;
}

/**
 * The environment with the editor's proxy in it, in the names that programs look for. What the environment says itself
 * stays: a proxy under either spelling keeps ours out.
 */
export function withProxy(environment: Environment, { proxy, noProxy, isStrict }: ProxySettings): Environment {
  const has = (name: string) => Object.keys(environment).some((key) => key.toLowerCase() === name.toLowerCase() && environment[key]);
  const added: { [name: string]: string } = {};
  const add = (name: string, value: string) => {
    if (value === "" || has(name)) return;
    // Programs look for the one or the other; Windows has one variable for both.
    added[name] = value;
    if (process.platform !== "win32") added[name.toLowerCase()] = value;
  };
  add("HTTP_PROXY", proxy);
  add("HTTPS_PROXY", proxy);
  add("NO_PROXY", proxy === "" ? "" : noProxy.join(","));
  if (proxy !== "" && !isStrict && !has("NODE_TLS_REJECT_UNAUTHORIZED")) added.NODE_TLS_REJECT_UNAUTHORIZED = "0";
  return { ...environment, ...added };
}
