import assert from "node:assert/strict";
import { SafeTerminal } from "../../../src/render/safeTerminal.ts";
import { TerminalScreen } from "../../../src/render/terminalScreen.ts";

const esc = "\u001b";

/** Lines as text; a look in braces before the stretch that has it. */
function drawn(...pieces: readonly string[]): readonly string[] {
  const screen = new TerminalScreen();
  for (const piece of pieces) screen.write(piece);
  const lines = screen.last.length > 0 ? [...screen.lines, screen.last] : screen.lines;
  return lines.map((line) => line.map(({ text, classes }) => (classes === "" ? text : `{${classes}}${text}`)).join(""));
}

const cases: readonly (readonly [name: string, pieces: readonly string[], lines: readonly string[]])[] = [
  ["U20: colours and looks become class names, and end", [`${esc}[1;31mred${esc}[0m plain`], ["{fg-red sgr-bold}red plain"]],
  ["U20: bright colours and backgrounds", [`${esc}[93;44mhi${esc}[39mho${esc}[49m.`], ["{fg-bright-yellow bg-blue}hi{bg-blue}ho."]],
  [
    "U20: a colour of the 256 and of the 16 million is the nearest of the theme's",
    [`${esc}[38;5;196ma${esc}[38;2;30;120;210mb`],
    ["{fg-red}a{fg-blue}b"],
  ],
  [
    "the newer spelling with colons",
    [`${esc}[38:2::20:190:120ma${esc}[4:3mb${esc}[4:0mc`],
    ["{fg-green}a{fg-green sgr-underline}b{fg-green}c"],
  ],
  ["the colour of an underline is no colour of the text", [`${esc}[4;58;5;196mx`], ["{sgr-underline}x"]],
  ["the reverse", [`${esc}[7ma${esc}[31mb`], ["{fg-reversed bg-reversed}a{fg-reversed bg-red}b"]],
  ["the same look said many times is one", [`${esc}[1m`.repeat(20_000), "x"], ["{sgr-bold}x"]],
  ["U20: nothing is hidden and nothing blinks", [`${esc}[8;5mx`], ["x"]],
  ["a look goes on over lines", [`${esc}[32ma\nb`], ["{fg-green}a", "{fg-green}b"]],
  ["U20: a carriage return goes back to the beginning of the line", ["10 %\r100 %\ndone\r\n"], ["100 %", "done"]],
  ["what is shorter leaves the rest, unless it is erased", [`abcdef\rXY\nabcdef\r${esc}[KXY`], ["XYcdef", "XY"]],
  ["erased to the cursor, and whole", [`abcd\b\b${esc}[1K\nabcd${esc}[2KX`], ["  cd", "    X"]],
  ["backspace", ["pas\b\b\bps"], ["pss"]],
  ["a tab goes to the next stop and erases nothing", ["a\tb\rx\ty\n\tz"], ["x       y", "        z"]],
  [
    "U20: links, titles, the clipboard and other commands are dropped",
    [
      `${esc}]8;;https://x.example\u0007link${esc}]8;;${esc}\\ ${esc}]52;c;aGk=\u0007${esc}]0;title\u0007${esc}[2J${esc}[10;3H${esc}[?25l${esc}(Bend`,
    ],
    ["link end"],
  ],
  ["8-bit commands are dropped too", ["\u009b31mred\u009d52;c;aGk=\u009cend\u0085"], ["{fg-red}redend"]],
  ["a string without an end goes up to the end of the line", [`${esc}]52;c;aGk=\nnext`], ["", "next"]],
  ["bells and zeros are dropped", ["a\u0007b\u0000c"], ["abc"]],
  ["sequences split over pieces", [`${esc}`, "[3", "1mred", `${esc}]52;c;a`, "Gk=", `${esc}`, "\\end"], ["{fg-red}redend"]],
  ["questions about keys change no look", [`${esc}[31ma${esc}[>4;1mb`], ["{fg-red}ab"]],
  ["characters of two units, wide ones, joined ones", ["👩‍🚀 漢字\r👍"], ["👍‍🚀 漢字"]],
  ["nothing", [""], []],
];

describe("render/terminalScreen", () => {
  for (const [name, pieces, lines] of cases) it(name, () => assert.deepEqual(drawn(...pieces), lines));

  it("gives the same for any splitting into pieces", () => {
    const text = cases.flatMap(([, pieces]) => pieces.filter((piece) => piece.length < 200)).join("");
    const whole = drawn(text);
    for (const size of [1, 2, 3, 7])
      assert.deepEqual(drawn(...(text.match(new RegExp(`[\\s\\S]{1,${size}}`, "g")) ?? [])), whole, `pieces of ${size}`);
  });

  it("never changes a complete line, and keeps no more than asked", () => {
    const screen = new TerminalScreen(4);
    screen.write("1\n2\n3\n");
    const [first] = screen.lines;
    screen.write("4\n5\n");
    assert.equal(screen.lines[0], first);
    screen.write("6\n");
    assert.deepEqual([screen.firstLine, screen.lines.map(([span]) => span?.text)], [2, ["3", "4", "5", "6"]]);
  });
});

describe("render/safeTerminal", () => {
  const safe = (...pieces: readonly string[]) => {
    const terminal = new SafeTerminal();
    return pieces.map((piece) => terminal.take(piece)).join("");
  };

  it("lets pass what draws, and nothing that asks, sets or links", () => {
    const output = `${esc}[31mred${esc}[2K${esc}[1A${esc}[6n${esc}[c${esc}[?1049h${esc}[>4;1m${esc}]52;c;aGk=\u0007${esc}]8;;https://x.example\u0007link${esc}P+q\u001b\\\u0005`;
    assert.equal(safe(output), `${esc}[31mred${esc}[2K${esc}[1Alink`);
  });

  it("gives line feeds the carriage return that a terminal needs, once", () => {
    assert.equal(safe("a\nb\r\nc\r", "\nd"), "a\r\nb\r\nc\r\nd");
  });
});
