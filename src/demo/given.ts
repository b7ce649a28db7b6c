import { isObject, type JsonObject } from "../session/content.ts";

/** What a client gave to a session, in words: its MCP servers, and which keys stand in the environment. No value of a secret is told. */
export function givenInWords(mcpServers: readonly JsonObject[], environment: { readonly [name: string]: string | undefined }): string {
  const servers = mcpServers.map((server) => `- \`${String(server.name)}\`: ${serverInWords(server)}`);
  const keys = Object.entries(environment)
    .filter(([name, value]) => /_KEY$|_PROXY$/i.test(name) && value !== undefined)
    .map(([name, value]) => `- \`${name}\`: ${(value ?? "").length} characters`);
  return [
    servers.length === 0 ? "I was given no MCP servers." : `I was given these MCP servers:\n\n${servers.join("\n")}`,
    keys.length === 0 ? "No key stands in my environment." : `In my environment:\n\n${keys.join("\n")}`,
  ].join("\n\n");
}

function serverInWords(server: JsonObject): string {
  if (typeof server.url === "string") return `${String(server.type)} ${server.url}${namesOf("headers", server.headers)}`;
  const args = Array.isArray(server.args) ? server.args.map(String) : [];
  return `\`${[String(server.command), ...args].join(" ")}\`${namesOf("variables", server.env)}`;
}

function namesOf(what: string, pairs: unknown): string {
  const list = Array.isArray(pairs) ? pairs.filter(isObject) : [];
  if (list.length === 0) return "";
  return `, ${what} ${list.map(({ name, value }) => `${String(name)} (${String(value).length} characters)`).join(", ")}`;
}
