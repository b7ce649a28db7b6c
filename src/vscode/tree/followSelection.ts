import { type Disposable, DisposableStore } from "../../base/disposables.ts";
import { wordsWithDetail } from "../../base/personError.ts";
import { failureKey } from "../agents/runningAgents.ts";
import type { Parts } from "../parts.ts";

/** What choosing a row of the tree means beside the tree: the person is at its session now; of an agent that did not start it is read why. */
export function followSelection({ tree, lastVisited, agents, surfaces }: Parts): Disposable {
  const lifetime = new DisposableStore();
  lifetime.add(tree.onDidSelect((key) => lastVisited.note(key)));
  lifetime.add(
    tree.onDidSelect((key) => {
      // It has no transcript: its row's sentence stands there.
      const failure = agents.failures.find(({ definition }) => failureKey(definition.id) === key);
      if (failure) surfaces.showSentence(wordsWithDetail(failure.error));
    }),
  );
  return lifetime;
}
