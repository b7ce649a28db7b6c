import { t } from "../base/words.ts";
import type { ReconnectPlan } from "../session/events.ts";

/** What is done to reach an agent again, in words that go into a sentence; undefined when it is left to the person. */
export function reconnectWords(plan: ReconnectPlan): string | undefined {
  switch (plan.type) {
    case "waiting":
      return t("trying again in {0} s", plan.seconds);
    case "trying":
      return t("trying again now");
    case "refused":
      return t("its server refuses us");
    case "none":
      return undefined;
  }
}
