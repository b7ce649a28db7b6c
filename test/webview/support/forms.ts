// Requests by which an agent wants to know something.
import type { ElicitationView } from "../../../src/shared/requestView.ts";
import { request, row, rowWindow, says, state } from "./states.ts";

/** A field of every type. */
const fields: Extract<ElicitationView, { mode: "form" }>["fields"] = [
  { key: "name", label: "Name", description: "As people call it", isRequired: true, type: "text", maxLength: 8, isSecret: false },
  { key: "password", label: "Password", isRequired: false, type: "text", isSecret: true },
  { key: "count", label: "Count", isRequired: false, type: "number", isInteger: true, minimum: 1, default: 3 },
  { key: "day", label: "Day", isRequired: false, type: "text", format: "date", isSecret: false },
  { key: "sure", label: "Sure", isRequired: false, type: "boolean" },
  {
    key: "colour",
    label: "Colour",
    isRequired: true,
    type: "choice",
    options: [
      { value: "r", label: "Red", description: "like a rose" },
      { value: "b", label: "Blue" },
    ],
  },
  {
    key: "city",
    label: "City",
    isRequired: false,
    type: "choice",
    options: [..."abcdefg"].map((value) => ({ value, label: `City ${value}` })),
  },
  {
    key: "extras",
    label: "Extras",
    isRequired: false,
    type: "choices",
    maxItems: 1,
    options: [
      { value: "x", label: "X" },
      { value: "y", label: "Y" },
    ],
  },
  { key: "map", label: "Map", isRequired: false, type: "unknown", typeName: "_map" },
];

/** A form with a field of every type. */
export const form = (key: string, more: object = {}) =>
  request(key, {
    title: "Who are you?",
    detail: "",
    options: [],
    message: "Who are you?\nIt is for the badge.",
    elicitation: { mode: "form", title: "Badge", fields },
    ...more,
  });
export const page = (url: string, isWeb = true) =>
  request("p", { title: "Sign in", detail: url, options: [], message: "Sign in", elicitation: { mode: "url", url, isWeb } });
/** A surface with a few rows, how some requests ended, and these that wait. */
export const asking = (...requests: readonly ReturnType<typeof request>[]) =>
  state({ windows: [rowWindow("root", [says("m", "Hello."), ...settled])], rest: { requests } });

/** Every end of a request that is a row. */
const settled = [
  row({
    id: "s1",
    kind: "request",
    icon: "check",
    words: "You answered",
    title: "Who are you?",
    values: [{ label: "Name", text: "Ada" }, { label: "Password" }],
  }),
  row({
    id: "s2",
    kind: "request",
    icon: "check",
    words: "The page was opened",
    title: "Sign in",
    url: "https://agent.example/sign-in?next=home",
  }),
  row({ id: "s3", kind: "request", icon: "circle-slash", words: "You declined to answer", title: "Who are you?" }),
  row({ id: "s4", kind: "request", icon: "bell-slash", words: "Taken back by the agent", title: "rm -rf build" }),
];
