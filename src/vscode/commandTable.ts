import { plainLabel } from "../base/plainText.ts";
import { t } from "../base/words.ts";
import { addAgent, disconnectAgent, reconnectNow, removeFromTree, restartAgent } from "./agents/agentCommands.ts";
import { installAgent } from "./agents/installCommands.ts";
import { setUpProviders } from "./agents/providerCommands.ts";
import { forgetMcpAnswers, setAgentKey, signIn, signOut } from "./agents/signInCommands.ts";
import { run } from "./names.ts";
import { NotNow } from "./notNow.ts";
import type { Parts } from "./parts.ts";
import { pick } from "./picks.ts";
import { mustPointAt } from "./pointed.ts";
import { addFileToPrompt, addTerminalToPrompt, attachImageFile, sendSelection } from "./prompts/promptCommands.ts";
import {
  acceptAllFiles,
  acceptFile,
  refreshReview,
  revertAllFiles,
  revertFile,
  reviewChanges,
  reviewFiles,
} from "./review/reviewCommands.ts";
import { deleteFromHistory, openFromHistory, takeOverSession } from "./sessions/historyCommands.ts";
import { archiveSession, closeSession, deleteSession, forkSession, renameSession, reopenSession } from "./sessions/sessionActs.ts";
import { cancelTurn, newSession, openSession, sendPrompt, startSession, tryDemoAgent } from "./sessions/sessionCommands.ts";
import { setMode, setOption } from "./sessions/settingCommands.ts";
import { showTimeline } from "./timeline/timelineCommand.ts";
import { copyDiagnostics, reportProblem } from "./traffic/reportCommands.ts";
import { replayTrafficFile, saveTraffic, showTraffic } from "./traffic/trafficCommands.ts";
import { exportTranscript } from "./transcripts/exportCommand.ts";
import { findInTranscript, foldAllCards, openTranscriptInEditor, summarise } from "./transcripts/transcriptCommands.ts";
import {
  answerNextRequest,
  copy,
  goToNeighbour,
  goToParent,
  openChildFolder,
  revealSubagent,
  stopEverything,
  stopSubagent,
} from "./tree/subagentCommands.ts";
import { filterLabel, filters } from "./tree/subagentsTree.ts";

/**
 * What a command does. `argument` is the key of the row, or the file, whose menu was used, or nothing; `all` are the files
 * that were chosen together with it. It rejects with `NotNow`,
 * one sentence with the next step, when it cannot run now.
 */
type Handler = (parts: Parts, argument: unknown, all: unknown) => unknown;

/** Every command of the manifest, by its id without `acpSubagents.`. */
export const commands: { readonly [name: string]: Handler } = {
  startSession,
  newSession,
  openSession,
  openFromHistory,
  deleteFromHistory,
  takeOverSession,
  reopenSession,
  forkSession,
  renameSession,
  closeSession,
  archiveSession,
  deleteSession,
  sendPrompt,
  sendSelection,
  addFileToPrompt,
  attachImage: attachImageFile,
  addTerminalToPrompt,
  cancelTurn,
  setMode,
  setOption,
  stopSubagent,
  stopEverything,
  revealSubagent,
  nextSubagent: (parts) => goToNeighbour(parts, "next"),
  previousSubagent: (parts) => goToNeighbour(parts, "previous"),
  goToParent,
  answerNextRequest,
  openTranscriptInEditor,
  findInTranscript,
  openFolder: openChildFolder,
  showTimeline,
  reviewChanges,
  reviewFiles,
  refreshReview,
  acceptFile,
  revertFile,
  acceptAllFiles,
  revertAllFiles,
  expandAllCards: (parts) => foldAllCards(parts, true),
  collapseAllCards: (parts) => foldAllCards(parts, false),
  filterSubagents,
  clearFilter: ({ tree }) => tree.setFilter("all"),
  showMoreSubagents: ({ tree }, argument) => (typeof argument === "string" ? tree.showMore(argument) : undefined),
  copyPrompt: (parts, argument) => copy(parts, mustPointAt(parts, argument), "prompt"),
  copyAnswer: (parts, argument) => copy(parts, mustPointAt(parts, argument), "answer"),
  copySessionId: (parts, argument) => copy(parts, mustPointAt(parts, argument), "id"),
  exportTranscript,
  addAgent,
  installAgent,
  restartAgent,
  reconnectNow,
  disconnectAgent,
  removeFromTree,
  signIn,
  signOut,
  setAgentKey,
  setUpProviders,
  forgetMcpAnswers,
  reportProblem,
  copyDiagnostics,
  showLog: ({ log }) => log.show(),
  showTraffic,
  saveTraffic,
  replayTraffic: replayTrafficFile,
  tryDemoAgent,
  openWalkthrough: () => run("workbench.action.openWalkthrough", "acp-subagents.acp-subagents#firstSteps"),
  summariseSubagents: summarise,
  stopWaiting,
};

/** *Stop Waiting*: for the one thing that is under way, else for one that is picked; says which it was. */
async function stopWaiting({ progress, teller }: Parts): Promise<void> {
  const [first, ...others] = progress.underWay;
  if (!first) throw new NotNow(t("Nothing is under way that could be cancelled."));
  const all = [first, ...others].map((value) => ({ label: plainLabel(value.text), value }));
  const chosen = others.length === 0 ? first : await pick(all, t("Stop waiting for what?"));
  if (!chosen) return;
  chosen.cancel();
  teller.mention(t("Cancelled: {0}", chosen.text));
}

async function filterSubagents({ tree }: Parts): Promise<void> {
  const choices = filters.map((value) => ({
    label: plainLabel(filterLabel(value)),
    description: value === tree.filter ? t("shown now") : "",
    value,
  }));
  const filter = await pick(choices, t("Which subagents shall the tree show?"));
  if (filter) tree.setFilter(filter);
}
