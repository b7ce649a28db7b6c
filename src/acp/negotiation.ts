import { PersonError } from "../base/personError.ts";
import type { ProtocolChoice, ProtocolVersion } from "../base/protocolVersion.ts";
import { t } from "../base/words.ts";
import { isObject, type JsonObject } from "../session/content.ts";

/** What negotiating needs of its connection. */
export interface Negotiable {
  /** What the person calls the agent. */
  readonly label: string;
  /** Sends `initialize` for one version; resolves with the answer as it came. */
  initialize(version: ProtocolVersion): Promise<unknown>;
  /** Opens the connection anew, as if nothing had been said; rejects when it has ended meanwhile. */
  reopen(): Promise<void>;
}

/**
 * Agrees with an agent on a version and resolves with its answer to `initialize`. An agent that was offered the second
 * version and takes the first has read our capabilities in the wrong words, and one that answers with an error may have
 * half begun: so it is asked for the first one on a connection of its own. Rejects with a PersonError.
 */
export async function negotiate(choice: ProtocolChoice, connection: Negotiable): Promise<JsonObject> {
  const first = choice === "auto" ? await newer(connection) : await connection.initialize(choice);
  const answer = first ?? (await older(connection));
  const given = isObject(answer) ? answer : {};
  const { protocolVersion: version } = given;
  // An agent that names no version is taken by its word that it answered.
  const isTaken = version === undefined || (choice === "auto" ? version === 1 || version === 2 : version === choice);
  if (isTaken) return given;
  throw wrongVersion(connection.label, version, choice);
}

/** The answer of an agent that takes the second version; undefined of any other. */
async function newer(connection: Negotiable): Promise<unknown> {
  try {
    const answer = await connection.initialize(2);
    return isObject(answer) && answer.protocolVersion === 2 ? answer : undefined;
  } catch (error) {
    if (!(error instanceof PersonError)) throw error;
    return undefined;
  }
}

async function older(connection: Negotiable): Promise<unknown> {
  await connection.reopen();
  return connection.initialize(1);
}

function wrongVersion(label: string, version: unknown, choice: ProtocolChoice): PersonError {
  const spoken = String(version);
  if (version === 1 || version === 2)
    return new PersonError(
      t("{0} speaks version {1} of the protocol, and was asked for version {2}. {3}", label, spoken, choice, hint(version)),
    );
  return new PersonError(
    t(
      "{0} speaks version {1} of the protocol, this extension speaks versions {2}. Update the agent, or this extension.",
      label,
      spoken,
      "1, 2",
    ),
  );
}

/** What to change so that an agent is asked for the version that it speaks. */
export function hint(version: ProtocolVersion): string {
  return t('Set "protocol" to {0} in its entry of the settings.', version);
}
