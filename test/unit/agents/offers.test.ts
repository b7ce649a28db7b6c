import assert from "node:assert/strict";
import { offersOf } from "../../../src/agents/offers.ts";
import { presets } from "../../../src/agents/presets.ts";

const few = presets.filter(({ id }) => ["copilot", "goose", "kiro"].includes(id));
const fromRegistry = { id: "far", name: "Far", npm: { package: "far-agent", version: "1.2.3" }, args: [], tells: "unknown" } as const;

/** What is offered on a machine that has these programs in /bin. */
async function offered(...there: readonly string[]): Promise<readonly string[]> {
  const find = async (command: string) => (there.includes(command) ? `/bin/${command}` : undefined);
  const offers = await offersOf([...few, fromRegistry], find);
  return offers.map(({ preset, place, program, entry }) =>
    [preset.id, place, program, [entry.command, ...entry.args].join(" ")].join(" | "),
  );
}

describe("agents that can be added", () => {
  it("are first those that are on the machine, as they stand on its PATH; what is missing names what is missing", async () => {
    assert.deepEqual(await offered("npx", "goose"), [
      "goose | found | /bin/goose | goose acp",
      "copilot | npx | /bin/npx | npx -y @github/copilot@1.0.102 --acp",
      "far | npx | /bin/npx | npx -y far-agent@1.2.3",
      "kiro | missing | kiro-cli | kiro-cli acp",
    ]);
  });

  it("are started by their own program where that is there, without npm's runner", async () => {
    assert.deepEqual(await offered("copilot"), [
      "copilot | found | /bin/copilot | copilot --acp",
      "goose | missing | goose | goose acp",
      "kiro | missing | kiro-cli | kiro-cli acp",
      "far | missing | npx | npx -y far-agent@1.2.3",
    ]);
  });
});
