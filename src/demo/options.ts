import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "../base/personError.ts";
import { t } from "../base/words.ts";
import { type DisplayName, displays } from "./display.ts";

/** How the demo agent was started. */
export interface DemoOptions {
  /** How children look on the wire. */
  readonly display: DisplayName;
  /** Multiplies every delay: 1 is real time, 0 none. */
  readonly speed: number;
  /** The folder of the sessions' files. */
  readonly stateDir: string;
  /** For tests of how processes are ended: see `stubborn.ts`. */
  readonly isStubborn: boolean;
  /** How it is reached: over its pipe, or at an address of this machine that it prints. */
  readonly listen: "pipe" | "ws" | "http";
  /** For `ws` and `http`; 0 for a free one. */
  readonly port: number;
  /** What a client must send as `Authorization: Bearer …`; undefined when everybody may connect. */
  readonly token?: string;
  /** The versions of the protocol that it knows: one of them, or with `auto` both. */
  readonly protocol: 1 | 2 | "auto";
  /** It cannot open earlier sessions again. */
  readonly isForgetful: boolean;
  /** Nothing is done before somebody has signed in. */
  readonly wantsSignIn: boolean;
  /** Only signs in, as a person does in a terminal, and ends. */
  readonly signsInNow: boolean;
}

const flags = {
  display: { type: "string" },
  speed: { type: "string" },
  state: { type: "string" },
  stubborn: { type: "boolean" },
  listen: { type: "string" },
  port: { type: "string" },
  token: { type: "string" },
  protocol: { type: "string" },
  forgetful: { type: "boolean" },
  "sign-in": { type: "boolean" },
  "sign-in-now": { type: "boolean" },
} as const;

const protocols = [1, 2, "auto"] as const;
const ways = ["pipe", "ws", "http"] as const;

/** Reads the command line; `problem` is a sentence for the person who wrote it. */
export function parseOptions(args: readonly string[]): DemoOptions | { readonly problem: string } {
  let values: ReturnType<typeof parseArgs<{ options: typeof flags }>>["values"];
  try {
    values = parseArgs({ args: [...args], options: flags }).values;
  } catch (error) {
    return { problem: t("The demo agent does not understand its arguments: {0}", messageOf(error)) };
  }
  const display = values.display ?? "standard";
  if (!isDisplayName(display)) {
    return { problem: t("The demo agent cannot show children as “{0}”. It knows: {1}.", display, Object.keys(displays).join(", ")) };
  }
  const speed = Number(values.speed ?? "1");
  if (!(speed >= 0))
    return { problem: t("--speed takes a number from 0 up, which multiplies every delay; “{0}” is none.", values.speed ?? "") };
  const listen = ways.find((way) => way === (values.listen ?? "pipe"));
  if (!listen) return { problem: t("--listen takes {0}; “{1}” is none.", ways.join(", "), values.listen ?? "") };
  const protocol = protocols.find((version) => String(version) === (values.protocol ?? "1"));
  if (!protocol) return { problem: t("--protocol takes {0}; “{1}” is none.", protocols.join(", "), values.protocol ?? "") };
  const stateDir = values.state ?? defaultStateDir();
  return {
    display,
    speed,
    stateDir,
    isStubborn: values.stubborn ?? false,
    listen,
    port: Number(values.port ?? 0),
    token: values.token,
    protocol,
    isForgetful: values.forgetful ?? false,
    wantsSignIn: values["sign-in"] ?? false,
    signsInNow: values["sign-in-now"] ?? false,
  };
}

function isDisplayName(name: string): name is DisplayName {
  return Object.hasOwn(displays, name);
}

/** One folder per user, so that users of one machine do not meet. */
function defaultStateDir(): string {
  return join(tmpdir(), `acp-subagents-demo-${process.getuid?.() ?? "user"}`);
}
