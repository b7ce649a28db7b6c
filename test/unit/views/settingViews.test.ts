import assert from "node:assert/strict";
import { refusalWords, settingFacts, settingsOf, settingViews } from "../../../src/views/transcript/settingViews.ts";
import { replayed } from "../../support/recordings.ts";
import { agent, answers, child, client, loses, refuses, requests, Story, update } from "../../support/story.ts";

const model = (currentValue: string) => ({
  id: "model",
  name: "Model",
  description: "Who thinks",
  category: "model",
  type: "select",
  currentValue,
  options: [
    { group: "q", name: "Quick", options: [{ value: "sparrow", name: "Sparrow", description: "At once" }] },
    {
      group: "t",
      name: "Thorough",
      options: [
        { value: "owl", name: "Owl" },
        { value: "eagle", name: "Eagle" },
      ],
    },
  ],
});
const web = (currentValue: boolean) => ({ id: "web", name: "Web search", type: "boolean", currentValue });
const modes = {
  currentModeId: "ask",
  availableModes: [
    { id: "ask", name: "Ask" },
    { id: "edit", name: "Edit", description: "Changes files" },
  ],
};

/** A root whose session/new was answered with these fields. */
function opened(fields: { readonly [key: string]: unknown }): Story {
  return new Story(
    client({ id: "n", method: "session/new", params: { cwd: "/w" } }),
    agent({ id: "n", result: { sessionId: "r", ...fields } }),
  );
}

function shown(story: Story, id = "r"): readonly string[] {
  const refusal = refusalWords(story.session(id));
  const views = settingViews(story.session(id));
  const lines = views.map(
    ({ key, kind, name, value, isOn, isPending }) => `${key} ${kind} ${name}: ${value}${isOn ? " ON" : ""}${isPending ? " …" : ""}`,
  );
  return refusal === "" ? lines : [...lines, `! ${refusal}`];
}

const setMode = (id: number, modeId: string) => requests(id, "session/set_mode", "r", { modeId });
const setOption = (id: number, configId: string, value: unknown) => requests(id, "session/set_config_option", "r", { configId, value });

describe("settings of a session", () => {
  it("are its mode and every option, in the agent's order; a kind that we do not know is read only", () => {
    const story = opened({
      modes,
      configOptions: [model("owl"), web(true), { id: "seed", name: "Seed", type: "number", currentValue: 7 }],
    });
    assert.deepEqual(shown(story), [
      "mode select Mode: Ask",
      "option:model select Model: Owl",
      "option:web boolean Web search: on ON",
      "option:seed readOnly Seed: 7",
    ]);
  });

  it("leave the older modes out where an option stands for them", () => {
    const option = { id: "m", name: "Mode", category: "mode", type: "select", currentValue: "x", options: [{ value: "x", name: "X" }] };
    assert.deepEqual(shown(opened({ modes, configOptions: [option] })), ["option:m select Mode: X"]);
  });

  it("tell the model, not who provides it, where an agent has both for one category (cline)", () => {
    const [root] = replayed("cline-3.0.65/one-full.jsonl").roots;
    assert.equal(root?.model, "gpt-4o");
  });

  it("keep the names of the groups that choices stand in", () => {
    const [setting] = settingsOf(opened({ configOptions: [model("owl")] }).session("r"));
    assert.deepEqual(
      setting?.choices.map(({ group, name, description }) => [group, name, description]),
      [
        ["Quick", "Sparrow", "At once"],
        ["Thorough", "Owl", undefined],
        ["Thorough", "Eagle", undefined],
      ],
    );
  });

  it("show what is asked for while it waits, and what the agent says then", () => {
    const story = opened({ modes, configOptions: [model("owl"), web(true)] });
    story.tell(setMode(1, "edit"), setOption(2, "model", "sparrow"), setOption(3, "web", false));
    assert.deepEqual(shown(story), [
      "mode select Mode: Edit …",
      "option:model select Model: Sparrow …",
      "option:web boolean Web search: off …",
    ]);
    // The answer has all options as they are now: one may depend on another.
    story.tell(answers(1), answers(2, { configOptions: [model("sparrow"), web(true)] }));
    assert.deepEqual(shown(story), [
      "mode select Mode: Edit",
      "option:model select Model: Sparrow",
      "option:web boolean Web search: off …",
    ]);
    story.tell(answers(3));
    assert.deepEqual(shown(story)[2], "option:web boolean Web search: off");
    assert.equal(story.session("r").model, "Sparrow");
  });

  it("go back when the agent refuses, and say why until something is asked for again", () => {
    const story = opened({ configOptions: [model("owl")] }).tell(setOption(1, "model", "eagle"), refuses(1, "no access to Eagle"));
    assert.deepEqual(shown(story), ["option:model select Model: Owl", "! Model stays “Owl”: no access to Eagle (-32603)"]);
    assert.deepEqual(shown(story.tell(setOption(2, "model", "sparrow"))), ["option:model select Model: Sparrow …"]);
  });

  it("asked for twice wait twice; the later answer counts", () => {
    const story = opened({ modes }).tell(setMode(1, "edit"), setMode(2, "ask"), answers(1));
    assert.deepEqual(shown(story), ["mode select Mode: Ask …"]);
    assert.deepEqual(shown(story.tell(answers(2))), ["mode select Mode: Ask"]);
  });

  it("wait for nothing any more when the agent is gone", () => {
    const story = opened({ modes }).tell(setMode(1, "edit"), loses());
    assert.deepEqual(shown(story), ["mode select Mode: Ask"]);
  });

  it("follow the agent's own changes", () => {
    const story = opened({ modes, configOptions: [web(true)] });
    story.tell(
      update("r", "current_mode_update", { currentModeId: "edit" }),
      update("r", "config_option_update", { configOptions: [web(false)] }),
    );
    assert.deepEqual(shown(story), ["mode select Mode: Edit", "option:web boolean Web search: off"]);
  });

  it("of a child are facts to be read", () => {
    const story = opened({}).tell(child("r", "c"), update("c", "config_option_update", { configOptions: [model("sparrow"), web(false)] }));
    assert.deepEqual(settingFacts(story.session("c")), [
      { name: "Model", value: "Sparrow" },
      { name: "Web search", value: "off" },
    ]);
  });
});
