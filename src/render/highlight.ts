/**
 * The highlighter with a small choice of languages; those of `src/shared/codeLanguage.ts` are the same. For pages it is a
 * script of its own, loaded when the first block of code is there.
 */
import highlighter from "highlight.js/lib/core";
import bash from "highlight.js/lib/languages/bash";
import cpp from "highlight.js/lib/languages/cpp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import go from "highlight.js/lib/languages/go";
import java from "highlight.js/lib/languages/java";
import javascript from "highlight.js/lib/languages/javascript";
import json from "highlight.js/lib/languages/json";
import markdown from "highlight.js/lib/languages/markdown";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { codeLanguage, longestColoured } from "../shared/codeLanguage.ts";

const all = { bash, cpp, css, diff, go, java, javascript, json, markdown, python, rust, sql, typescript, xml, yaml };
for (const [name, language] of Object.entries(all)) highlighter.registerLanguage(name, language);

/** Code of a language, as HTML of `span`s with classes `hljs-…`; undefined for a language that is not among them. */
export function highlight(code: string, language: string): string | undefined {
  if (!highlighter.getLanguage(language)) return undefined;
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value;
}

/** The same for the word behind a fence; undefined also of code that is too long for colours. */
export function highlightFence(code: string, word: string): string | undefined {
  const language = code.length > longestColoured ? undefined : codeLanguage(word);
  return language && highlight(code, language.highlighter);
}
