import { parseUrl } from "../../base/address.ts";
import { messageOf } from "../../base/personError.ts";
import { t } from "../../base/words.ts";
import { isObject } from "../../session/content.ts";
import type { LinkEnd } from "../agentLink.ts";
import { withOutput } from "../process/endSentences.ts";
import type { RemoteLaunch } from "../process/launch.ts";

/** A server's answer that opens no connection. */
export class RefusedByServer extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`HTTP ${status}`);
    this.status = status;
  }
}

/** A url as it may be shown and logged: neither its user and password nor its query, where keys may be. */
export function shownUrl(url: string): string {
  const parsed = parseUrl(url);
  return parsed ? `${parsed.protocol}//${parsed.host}${parsed.pathname}` : url;
}

/** How a link to a server ended. `failure` is the error that ended it; undefined when the server closed it in good order. */
export function remoteEnd({ label, url }: RemoteLaunch, failure: unknown, wasOpen: boolean): LinkEnd {
  const place = shownUrl(url);
  const sentence = failure === undefined ? t("{0} closed the connection.", label) : failureSentence(label, place, failure, wasOpen);
  const isRefused = failure instanceof RefusedByServer && (failure.status === 401 || failure.status === 403);
  return { reason: sentence, isRefused, notStarted: (output) => withOutput(sentence, output) };
}

/** What is said in the transcript of a session whose frames the server does not give us. */
export function unheardSentence(label: string, status: number): string {
  return t("What happens here is not shown: the server of {0} gives us no stream of this session (HTTP {1}).", label, status);
}

function failureSentence(label: string, place: string, failure: unknown, wasOpen: boolean): string {
  if (failure instanceof RefusedByServer) return refusedSentence(label, place, failure.status);
  const code = codeOf(failure);
  const sentence = (code === undefined ? undefined : networkSentences[code]?.(label, place)) ?? certificateSentence(label, place, code);
  if (sentence !== undefined) return sentence;
  const words = messageOf(failure);
  return wasOpen ? t("The connection to {0} broke: {1}", label, words) : t("{0} cannot be reached at {1}: {2}", label, place, words);
}

function refusedSentence(label: string, place: string, status: number): string {
  switch (status) {
    case 401:
    case 403:
      return t(
        "The server of {0} refuses us at {1} (HTTP {2}). Check its headers in the settings, or its key with “ACP: Set Agent Key…”.",
        label,
        place,
        status,
      );
    case 404:
    case 410:
      return t("There is no agent at {1} (HTTP {2}). Check the url of {0} in the settings.", label, place, status);
    default:
      if (status < 400) return foreignSentence(label, place);
      if (status >= 500) return t("The server of {0} at {1} cannot do its work now (HTTP {2}). Try again later.", label, place, status);
      return t(
        "The server of {0} at {1} refuses the connection (HTTP {2}). Check its url and headers in the settings.",
        label,
        place,
        status,
      );
  }
}

type Sentence = (label: string, place: string) => string;

const unreachable: Sentence = (label, place) =>
  t("{0} cannot be reached at {1}: the network does not lead there. Check the connection.", label, place);
const unknownHost: Sentence = (label, place) =>
  t("{0} cannot be reached at {1}: there is no host of that name. Check its url in the settings.", label, place);
const lost: Sentence = (label) => t("The connection to {0} was cut.", label);
const silent: Sentence = (label, place) => t("{0} does not answer at {1}. Check the connection, or try again later.", label, place);

/** Node's codes of what goes wrong on a network. */
const networkSentences: { readonly [code: string]: Sentence } = {
  ECONNREFUSED: (label, place) =>
    t("{0} cannot be reached at {1}: nothing listens there. Start its server, or check its url in the settings.", label, place),
  ENOTFOUND: unknownHost,
  EAI_AGAIN: unknownHost,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ECONNRESET: lost,
  EPIPE: lost,
  ETIMEDOUT: silent,
  WS_ERR_UNSUPPORTED_MESSAGE_LENGTH: (label) =>
    t("The connection to {0} ended at a message longer than the setting “acpSubagents.limits.lineBytes” allows.", label),
  EPROTO: (label, place) =>
    t("The server of {0} at {1} does not speak TLS. Use ws:// or http:// in its url, if it may go unencrypted.", label, place),
};

function certificateSentence(label: string, place: string, code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  if (/CERT|SELF_SIGNED|UNABLE_TO_/.test(code)) {
    return t("The certificate of the server of {0} at {1} is not trusted ({2}). Nothing was sent to it.", label, place, code);
  }
  // What Node's parser of HTTP says of anything else.
  return code.startsWith("HPE_") ? foreignSentence(label, place) : undefined;
}

function foreignSentence(label: string, place: string): string {
  return t("What answers at {1} is not the Agent Client Protocol. Check the url of {0} in the settings.", label, place);
}

function codeOf(failure: unknown): string | undefined {
  if (!isObject(failure)) return undefined;
  // Several addresses of one host that all failed come as one error.
  const errors: unknown = failure.errors;
  if (Array.isArray(errors) && errors.length > 0) return codeOf(errors[0]);
  return typeof failure.code === "string" ? failure.code : codeOf(failure.cause);
}
