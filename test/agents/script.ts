// What the models say: the same scripts for every agent, in words that each model API has its own form for.

/** What an answer of the model asks its agent to do. */
export type Call =
  /** Launch a subagent whose prompt carries the marker of another script. */
  | { readonly type: "launch"; readonly script: string; readonly title: string }
  /** Run a shell command. A guarded one is not on any list of allowed commands, so the agent asks for permission first. */
  | { readonly type: "run"; readonly command: string; readonly isGuarded?: boolean };

/** One answer of a model. */
export interface Reply {
  readonly text: string;
  readonly calls?: readonly Call[];
  /** The answer is held back until a test opens the gate of this name. */
  readonly gate?: string;
}

/** The text that makes the model follow a script: the newest one in a conversation counts. */
export const marker = (script: string): string => `[[${script}]]`;

/** The name of the last script that a text names. */
export function scriptIn(text: string): string | undefined {
  return [...text.matchAll(/\[\[([a-z-]+)\]\]/g)].at(-1)?.[1];
}

/** The prompt of a subagent that follows a script. */
export const promptOf = (script: string): string => `${marker(script)} Do your part, then report.`;

const launch = (script: string, title: string): Call => ({ type: "launch", script, title });

/** Who has launched somebody waits at a gate, then does one thing more: what it is told of them meanwhile comes before its last word. */
const lookAfter = (script: string): Reply => ({
  text: "Are they back?",
  calls: [{ type: "run", command: `echo ${script}` }],
  gate: script,
});

const scripts: { readonly [script: string]: readonly Reply[] } = {
  parallel: [
    { text: "Two helpers, side by side.", calls: [launch("reader", "Read the readme"), launch("coder", "Read the code")] },
    lookAfter("parallel"),
    { text: "Nobody is at work any more." },
  ],
  reader: [
    { text: "Reading.", calls: [{ type: "run", command: "echo reader" }] },
    { text: "It is a sample.", gate: "reader" },
  ],
  coder: [
    { text: "Looking.", calls: [{ type: "run", command: "echo coder" }] },
    { text: "It prints hello.", gate: "coder" },
  ],

  nested: [
    { text: "A helper will survey.", calls: [launch("surveyor", "Survey the project")] },
    lookAfter("nested"),
    { text: "The survey is there." },
  ],
  surveyor: [
    { text: "I will delegate the counting.", calls: [launch("counter", "Count the files")] },
    lookAfter("surveyor"),
    { text: "Surveyed." },
  ],
  counter: [
    { text: "Counting.", calls: [{ type: "run", command: "echo counter" }] },
    { text: "Two files.", gate: "counter" },
  ],

  asking: [
    { text: "A helper will make a file.", calls: [launch("careful", "Make a file")] },
    lookAfter("asking"),
    { text: "The file is there." },
  ],
  careful: [{ text: "May I?", calls: [{ type: "run", command: "touch made.txt", isGuarded: true }] }, { text: "Made it." }],
};

/** The answer of a model that follows `script` and has answered `turns` times since it was told to. */
export function replyTo(script: string | undefined, turns: number): Reply {
  return scripts[script ?? ""]?.[turns] ?? { text: `There is no answer ${turns} in the script "${script}".` };
}
