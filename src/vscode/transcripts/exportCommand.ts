import * as vscode from "vscode";
import { plainLabel } from "../../base/plainText.ts";
import { t } from "../../base/words.ts";
import type { Session } from "../../session/session.ts";
import type { ExportOptions } from "../../views/exports/exportOptions.ts";
import type { LiveConnection } from "../../views/hub.ts";
import { labelOf } from "../../views/labels.ts";
import { subagentsBelow } from "../../views/tree/treeOrder.ts";
import { fileStem } from "../fileStem.ts";
import type { Parts } from "../parts.ts";
import { pick } from "../picks.ts";
import { mustPointAt, type Pointed, rootAbove } from "../pointed.ts";
import { askWhereToSave } from "../traffic/trafficCommands.ts";

type Format = "markdown" | "html" | "json";

/** Which sessions an export holds. */
interface Range {
  readonly session: Session;
  readonly hasSubagents: boolean;
}

const endings: { readonly [each in Format]: string } = { markdown: "md", html: "html", json: "json" };
/** How long an export works before the editor does something else, in ms. */
const sliceMs = 6;

/** *Export Transcript…*: one session, what is below it, or the whole tree, as Markdown, a page of HTML, or JSON. */
export async function exportTranscript(parts: Parts, argument: unknown): Promise<void> {
  const pointed = mustPointAt(parts, argument);
  const { connection } = pointed;
  const range = await pickRange(pointed);
  const format = range && (await pickFormat());
  if (!range || !format) return;
  const hasThoughts = await pickThoughts(connection, range);
  if (hasThoughts === undefined) return;
  const label = labelOf(connection, range.session);
  const uri = await askWhereToSave(`${fileStem(label)}.${endings[format]}`, { [formatName(format)]: [endings[format]] });
  if (!uri) return;
  await parts.progress.run(t("Exporting “{0}”…", label), async (signal) => {
    const rest = restFor(signal);
    const written = await write(parts, connection, range, format, hasThoughts, rest);
    signal.throwIfAborted();
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(written));
  });
  const open = { label: t("Open"), run: () => openExport(uri, format) };
  parts.teller.say(
    parts.settings.masksExports
      ? t("The transcript of “{0}” is exported. Known forms of secrets are masked.", label)
      : t("The transcript of “{0}” is exported. Secrets in it are not masked, but the keys that you entered here.", label),
    open,
  );
}

async function write(
  { masker, settings }: Parts,
  connection: LiveConnection,
  { session, hasSubagents }: Range,
  format: Format,
  hasThoughts: boolean,
  rest: () => Promise<void>,
): Promise<string> {
  const masks = settings.masksExports;
  const options: ExportOptions = { hasThoughts, hasSubagents, mask: masks ? masker.text : masker.learned, rest };
  if (format === "markdown") return (await import("../../views/exports/exportMarkdown.ts")).exportMarkdown(connection, session, options);
  if (format === "html") return (await import("../../views/exports/exportHtml.ts")).exportHtml(connection, session, options);
  const { transcriptJson } = await import("../../replay/replayJson.ts");
  const sessions = [session, ...(hasSubagents ? subagentsBelow(session.id, connection.model) : [])];
  const mask = (value: unknown) => (masks ? masker.value(value) : masker.learnedIn(value));
  return `${JSON.stringify(await transcriptJson(connection, sessions, { hasThoughts, mask, rest }), null, 2)}\n`;
}

/** Lets the editor do something else once in a while; rejects when the person cancelled. */
function restFor(signal: AbortSignal): () => Promise<void> {
  let began = Date.now();
  return async () => {
    signal.throwIfAborted();
    if (Date.now() - began < sliceMs) return;
    await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
    began = Date.now();
  };
}

async function pickRange(pointed: Pointed): Promise<Range | undefined> {
  const { connection, session } = pointed;
  const root = rootAbove(pointed).session;
  const label = plainLabel(labelOf(connection, session));
  const hasBelow = session.children.length > 0;
  const choices = [
    {
      label: hasBelow ? t("“{0}” and its subagents", label) : t("“{0}”", label),
      value: { session, hasSubagents: true },
    },
    ...(hasBelow ? [{ label: t("“{0}” alone", label), value: { session, hasSubagents: false } }] : []),
    ...(root.id === session.id
      ? []
      : [{ label: t("The whole session “{0}”", plainLabel(labelOf(connection, root))), value: { session: root, hasSubagents: true } }]),
  ];
  return choices.length === 1 ? choices[0]?.value : pick<Range>(choices, t("What shall be exported?"));
}

function formatName(format: Format): string {
  if (format === "markdown") return "Markdown";
  return format === "html" ? t("Web page (HTML)") : "JSON";
}

function pickFormat(): Promise<Format | undefined> {
  return pick<Format>(
    [
      { label: formatName("markdown"), description: t("to be read and edited as text"), value: "markdown" },
      { label: formatName("html"), description: t("with cards that fold, in one file that needs nothing else"), value: "html" },
      { label: formatName("json"), description: t("for programs: the shape that “replay --json” writes"), value: "json" },
    ],
    t("As what shall it be exported?"),
  );
}

/** Asks only where there are thoughts; undefined when the person chose nothing. */
async function pickThoughts({ model }: LiveConnection, { session, hasSubagents }: Range): Promise<boolean | undefined> {
  const sessions = [session, ...(hasSubagents ? subagentsBelow(session.id, model) : [])];
  const hasAny = sessions.some(({ rows }) => {
    for (const row of rows.values()) if (row.kind === "agent_thought") return true;
    return false;
  });
  if (!hasAny) return true;
  return pick(
    [
      { label: t("With thoughts"), value: true },
      { label: t("Without thoughts"), value: false },
    ],
    t("Shall the agents' thoughts be in it?"),
  );
}

/** A page opens in the browser where it can; anything else in the editor. */
async function openExport(uri: vscode.Uri, format: Format): Promise<void> {
  if (format === "html" && uri.scheme === "file" && vscode.env.remoteName === undefined && (await vscode.env.openExternal(uri))) return;
  await vscode.window.showTextDocument(uri);
}
