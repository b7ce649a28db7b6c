/** A version of the protocol that we speak. */
export type ProtocolVersion = 1 | 2;

/** The version that an agent is asked for: `auto` tries the newer one first. */
export type ProtocolChoice = ProtocolVersion | "auto";
