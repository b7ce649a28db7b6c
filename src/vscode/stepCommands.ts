/**
 * Commands that tick a step of the walkthrough (`completionEvents` in the manifest). The editor itself hears of no command that
 * ran before the walkthrough was open for the first time, or that one of ours ran.
 */
export const stepCommands: readonly string[] = [
  "tryDemoAgent",
  "revealSubagent",
  "openTranscriptInEditor",
  "expandAllCards",
  "answerNextRequest",
  "showTimeline",
];
