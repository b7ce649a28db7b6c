import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import type { Platform } from "./platform.ts";

/** The system that we run on. */
export function systemPlatform(): Platform {
  return { os: process.platform, home: homedir(), isProgram, isFolder, namesIn };
}

function isProgram(path: string): boolean {
  return answers(() => {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  }, false);
}

function isFolder(path: string): boolean {
  return answers(() => statSync(path).isDirectory(), false);
}

function namesIn(path: string): readonly string[] {
  return answers(() => readdirSync(path), []);
}

/** What is not there, or may not be looked at, is no error for somebody who only asks. */
function answers<T>(ask: () => T, otherwise: T): T {
  try {
    return ask();
  } catch {
    return otherwise;
  }
}
