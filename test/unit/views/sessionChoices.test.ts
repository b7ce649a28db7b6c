import assert from "node:assert/strict";
import { useTranslations } from "../../../src/base/words.ts";
import { type SessionId, toSessionId } from "../../../src/session/ids.ts";
import { type KeptPage, SessionCatalogue } from "../../../src/views/sessionCatalogue.ts";
import { sessionChoiceLines, timeAgo } from "../../../src/views/sessionChoices.ts";

const now = Date.parse("2026-06-15T12:00:00Z");
const signal = new AbortController().signal;

const kept = (id: string, cwd?: string, hoursAgo?: number, more = {}) => ({
  sessionId: toSessionId(id),
  title: `Title of ${id}`,
  cwd,
  updatedAt: hoursAgo === undefined ? undefined : new Date(now - hoursAgo * 3_600_000).toISOString(),
  ...more,
});

/** An agent with these pages: by folder and cursor. */
function agent(pages: { readonly [query: string]: KeptPage }) {
  const asked: string[] = [];
  const fetch = async ({ cwd = "*", cursor = "" }: { cwd?: string; cursor?: string }) => {
    asked.push(`${cwd} ${cursor}`.trim());
    return pages[`${cwd} ${cursor}`.trim()] ?? { sessions: [] };
  };
  return { asked, fetch };
}

function drawn(
  catalogue: SessionCatalogue,
  open: readonly string[] = [],
  inMemory: readonly string[] = [],
  elsewhere: readonly string[] = [],
): string {
  const facts = {
    now,
    isOpen: (id: SessionId) => open.includes(id),
    isElsewhere: (id: SessionId) => elsewhere.includes(id),
    isInMemory: (id: SessionId) => inMemory.includes(id),
  };
  return sessionChoiceLines(catalogue.groups, facts)
    .map((line) => {
      if (line.type === "session") return `  ${[line.label, line.description, line.detail].filter((part) => part !== "").join(" | ")}`;
      return line.type === "folder" ? `${line.label}:` : `  [${line.label}]`;
    })
    .join("\n");
}

describe("the sessions that an agent keeps", () => {
  it("come a page at a time, newest first, with the time in words", async () => {
    const { asked, fetch } = agent({
      "/w": { sessions: [kept("old", "/w", 30), kept("new", "/w", 2)], nextCursor: "2" },
      "/w 2": { sessions: [kept("oldest", "/w", 24 * 40), kept("undated", "/w")] },
    });
    const catalogue = new SessionCatalogue(["/w"], fetch);
    await catalogue.more("/w", signal);
    assert.equal(
      drawn(catalogue, ["new"]),
      [
        "  Title of new | 2 hours ago · open here",
        "  Title of old | yesterday",
        "  [Show more…]",
        "  [Show sessions of other folders…]",
      ].join("\n"),
    );
    await catalogue.more("/w", signal);
    await catalogue.more("/w", signal);
    assert.deepEqual(asked, ["/w", "/w 2"]);
    assert.equal(
      drawn(catalogue, [], ["undated", "oldest"], ["oldest"]).split("\n").slice(2).join("\n"),
      [
        "  Title of oldest | last month · open in another window",
        "  Title of undated | held open by the agent",
        "  [Show sessions of other folders…]",
      ].join("\n"),
    );
  });

  it("stand under their folders, each once, also with an agent that does not heed the folder", async () => {
    const all = [
      kept("a", "/w/app/", 1),
      kept("b", "/w/lib", 2),
      kept("c", "/elsewhere", 3, { archived: true, additionalDirectories: ["/x"] }),
    ];
    const { fetch } = agent({ "/w/app": { sessions: all }, "/w/lib": { sessions: all }, "*": { sessions: all } });
    const catalogue = new SessionCatalogue(["/w/app", "/w/lib"], fetch);
    for (const folder of ["/w/app", "/w/lib", undefined]) await catalogue.more(folder, signal);
    assert.equal(
      drawn(catalogue),
      [
        "app:",
        "  Title of a | 1 hour ago",
        "lib:",
        "  Title of b | 2 hours ago",
        "Other folders:",
        "  Title of c | 3 hours ago · archived | /elsewhere · /x",
      ].join("\n"),
    );
    catalogue.remove(toSessionId("b"));
    assert.equal(drawn(catalogue).includes("Title of b"), false);
  });

  it("are asked for until something new comes, and never in a circle", async () => {
    const { asked, fetch } = agent({
      "/w": { sessions: [], nextCursor: "2" },
      "/w 2": { sessions: [], nextCursor: "3" },
      "/w 3": { sessions: [kept("a", "/w", 1)], nextCursor: "4" },
      "/w 4": { sessions: [], nextCursor: "4" },
    });
    const catalogue = new SessionCatalogue(["/w"], fetch);
    await catalogue.more("/w", signal);
    assert.deepEqual(asked, ["/w", "/w 2", "/w 3"]);
    await catalogue.more("/w", signal);
    assert.equal(catalogue.groups[0]?.hasMore, false);
  });

  it("without a title are called by their id; a text of the agent is only text", async () => {
    const { fetch } = agent({
      "/w": { sessions: [kept("a", undefined, undefined, { title: " " }), kept("b", "/w", 1, { title: "$(trash) [x](command:y)" })] },
    });
    const catalogue = new SessionCatalogue(["/w"], fetch);
    await catalogue.more("/w", signal);
    const lines = drawn(catalogue).split("\n");
    assert.equal(lines.includes("  a"), true);
    assert.equal(
      lines.some((line) => line.includes("$(trash)")),
      false,
    );
  });
});

describe("how long ago", () => {
  for (const [iso, words] of [
    ["2026-06-15T11:59:30Z", "just now"],
    ["2026-06-15T11:55:00Z", "5 minutes ago"],
    ["2026-06-14T11:00:00Z", "yesterday"],
    ["2026-06-01T12:00:00Z", "2 weeks ago"],
    ["2024-01-01T00:00:00Z", "2 years ago"],
    ["2026-06-15T14:00:00Z", "in 2 hours"],
    ["soon", "soon"],
  ] as const) {
    it(`${iso} is ${words}`, () => assert.equal(timeAgo(iso, now), words));
  }

  it("is said in the language of the sentences", () => {
    useTranslations({ en: "de" });
    try {
      assert.equal(timeAgo("2026-06-15T10:00:00Z", now), "vor 2 Stunden");
    } finally {
      useTranslations({});
    }
  });
});
