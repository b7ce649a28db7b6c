import { codex } from "./codexThreads.ts";
import type { FlatRow } from "./flatRow.ts";
import { cline, dirac, draftCall, opencode, plain, toolBox, zed } from "./launchingRows.ts";
import { bare, claude, codebuddy, copilot, devin, goose, kiro, openclaw, opencodeMarked, qwen, sudocode } from "./taggedRows.ts";

/** The rows in the order they are asked; the first whose launch fits has the call. */
export const flatRows: readonly FlatRow[] = [
  claude,
  qwen,
  sudocode,
  copilot,
  devin,
  opencodeMarked,
  kiro,
  codebuddy,
  goose,
  openclaw,
  zed,
  toolBox,
  draftCall,
  dirac,
  codex,
  opencode,
  cline,
  plain,
  bare,
];
