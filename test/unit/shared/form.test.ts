import assert from "node:assert/strict";
import { contentWords, type FormDraft, type FormField, readForm, startingDraft } from "../../../src/shared/form.ts";

const base = { key: "x", label: "X", isRequired: false };
const text: FormField = { ...base, type: "text", isSecret: false };
const options = [
  { value: "a", label: "First" },
  { value: "b", label: "Second" },
];

/** What a field with this in it sends, or what is wrong with it. */
function read(field: FormField, value: FormDraft[string] | undefined, checksPatterns = true): unknown {
  const { content, errors } = readForm([field], value === undefined ? {} : { [field.key]: value }, checksPatterns);
  return errors[field.key] ?? content[field.key];
}

describe("a form that an agent wants to be filled in", () => {
  const cases: readonly (readonly [string, FormField, FormDraft[string] | undefined, unknown])[] = [
    ["text", text, "日本語 🙂", "日本語 🙂"],
    ["an empty text that nobody requires", text, "", undefined],
    ["an empty text that is required", { ...text, isRequired: true }, "", "This is needed."],
    ["a text that is too short, counted as a reader counts", { ...text, minLength: 3 }, "🙂🙂", "Write at least 3 characters."],
    ["a text that is too long", { ...text, maxLength: 2 }, "abc", "2 characters at most; these are 3."],
    ["a text of another form", { ...text, pattern: "^[a-z]+$" }, "A1", "This does not have the form that is asked for: ^[a-z]+$"],
    ["a pattern that is none", { ...text, pattern: "(" }, "A1", "A1"],
    ["an e-mail address", { ...text, format: "email" }, "a@b.example", "a@b.example"],
    ["no e-mail address", { ...text, format: "email" }, "a b@c", "Write an e-mail address."],
    ["an address", { ...text, format: "uri" }, "https://b.example/x", "https://b.example/x"],
    ["no address", { ...text, format: "uri" }, "b.example", "Write a whole address, such as https://example.com."],
    ["a date", { ...text, format: "date" }, "2024-02-29", "2024-02-29"],
    ["a day that there is not", { ...text, format: "date" }, "2026-02-30", "Write a date as year-month-day."],
    ["a moment", { ...text, format: "date-time" }, "2026-01-31T12:00:00Z", "2026-01-31T12:00:00Z"],
    ["no moment", { ...text, format: "date-time" }, "noon", "Write a date and a time."],
    ["a format that is not known", { ...text, format: "_colour" }, "mauve", "mauve"],
    ["a number", { ...base, type: "number", isInteger: false }, " 1.5 ", 1.5],
    ["no number", { ...base, type: "number", isInteger: false }, "1,5", "Write a number, such as 1.5."],
    ["white space", { ...base, type: "number", isInteger: false, isRequired: true }, "  ", "Write a number, such as 1.5."],
    ["no whole number", { ...base, type: "number", isInteger: true }, "1.5", "Write a whole number."],
    [
      "a number that cannot be sent to the letter",
      { ...base, type: "number", isInteger: true },
      "9007199254740993",
      "Write a whole number.",
    ],
    ["a number that is too small", { ...base, type: "number", isInteger: true, minimum: 0 }, "-1", "0 is the least."],
    ["a number that is too large", { ...base, type: "number", isInteger: false, maximum: 0.5 }, "0.6", "0.5 is the most."],
    ["a box that nobody ticked", { ...base, type: "boolean" }, undefined, false],
    ["a choice", { ...base, type: "choice", options }, "b", "b"],
    ["no choice", { ...base, type: "choice", options, isRequired: true }, "", "This is needed."],
    ["a choice that was not offered", { ...base, type: "choice", options }, "c", "Choose one."],
    ["several, in the form's order", { ...base, type: "choices", options }, ["b", "a", "z"], ["a", "b"]],
    ["none of several", { ...base, type: "choices", options, minItems: 2 }, [], undefined],
    ["none of several, required", { ...base, type: "choices", options, isRequired: true }, [], "Choose at least one."],
    ["too few", { ...base, type: "choices", options, minItems: 2 }, ["a"], "Choose at least 2."],
    ["too many", { ...base, type: "choices", options, maxItems: 1 }, ["a", "b"], "Choose 1 at most."],
    ["what cannot be drawn", { ...base, type: "unknown", typeName: "_map" }, "x", undefined],
    [
      "what cannot be drawn and is required",
      { ...base, type: "unknown", typeName: "_map", isRequired: true },
      "x",
      "This cannot be filled in here.",
    ],
    ["something of another type", text, ["a"], undefined],
  ];
  for (const [name, field, value, expected] of cases) {
    it(`reads ${name}`, () => assert.deepEqual(read(field, value), expected));
  }

  it("leaves an agent's pattern to the page: it could take for ever", () => {
    assert.equal(read({ ...text, pattern: "^(a+)+$" }, `${"a".repeat(40)}!`, false), `${"a".repeat(40)}!`);
  });

  it("starts with what the agent proposes, whatever the fields are called", () => {
    const fields: readonly FormField[] = [
      { ...text, key: "__proto__", default: "p" },
      { ...text, key: "constructor" },
      { ...base, key: "n", type: "number", isInteger: true, default: 3 },
      { ...base, key: "b", type: "boolean", default: true },
      { ...base, key: "c", type: "choices", options, default: ["a"] },
    ];
    const draft = startingDraft(fields);
    assert.deepEqual(Object.entries(draft), [
      ["__proto__", "p"],
      ["constructor", ""],
      ["n", "3"],
      ["b", true],
      ["c", ["a"]],
    ]);
    assert.equal(JSON.stringify(readForm(fields, draft, true).content), '{"__proto__":"p","n":3,"b":true,"c":["a"]}');
  });

  it("is told with the choices' own words, and without secrets", () => {
    const fields: readonly FormField[] = [
      { ...text, key: "token", label: "Token", isSecret: true },
      { ...base, key: "c", label: "Colours", type: "choices", options },
      { ...base, key: "b", label: "Sure", type: "boolean" },
    ];
    assert.deepEqual(contentWords(fields, { b: true, c: ["a", "b"], token: "hush" }), [
      { label: "Token", text: undefined },
      { label: "Colours", text: "First, Second" },
      { label: "Sure", text: "yes" },
    ]);
  });
});
