import type { JsonObject } from "../session/content.ts";
import { announcementOptIns } from "./announcements.ts";
import { flatRows } from "./flatRows.ts";
import { terminalOptIn } from "./terminals.ts";
import { vendorOptIns } from "./vendorNotifications.ts";

/**
 * The fragments of `clientCapabilities` by which the dialects that are built ask an agent for its children, and for what
 * the commands that it runs write; `initialize`
 * sends their merge. Sent together they change nothing of what claude-agent-acp 0.93.0 and 0.101.0 and codex-acp 2.6.0
 * send (recorded with and without). `_meta.jetbrains.air` is not among them: it downgrades both.
 */
export const optIns: readonly JsonObject[] = [
  terminalOptIn,
  ...announcementOptIns,
  ...vendorOptIns,
  ...flatRows.flatMap((row) => (row.optIn ? [row.optIn] : [])),
];
