import assert from "node:assert/strict";
import { form, page, asking as scene } from "./support/forms.ts";
import { Bench, type Transcript } from "./support/harness.ts";
import { request } from "./support/states.ts";

const control = (view: Transcript, key: string) => view.page.locator(`[data-field="${key}"] [data-control]`);
const answer = (view: Transcript, word: string) => view.page.locator(`vscode-button[data-answer="${word}"]`);
const armed = (view: Transcript) => view.page.locator('vscode-button[data-answer][aria-disabled="false"]').first().waitFor();

describe("webview: what an agent wants to know", () => {
  let bench: Bench;
  before(async () => {
    bench = await Bench.start();
  });
  after(() => bench.stop());

  it("is a form with a field of every type, each with its name, whose values are posted once", async () => {
    const view = await bench.open();
    await view.snapshot(scene(form("q")));
    assert.match(await view.page.locator(".attention-message").innerText(), /^Who are you\?\nIt is for the badge\.$/);
    for (const name of ["Name (needed)", "Password", "Count", "Day", "Sure", "City"])
      await view.page.getByLabel(name, { exact: true }).waitFor();
    assert.equal(await view.page.getByRole("group", { name: "Extras" }).count(), 1);
    assert.match(await view.page.locator('[data-field="map"]').innerText(), /knows no field of the kind “_map”/);
    await view.page.getByLabel("Name (needed)").fill("日本語 🙂");
    await view.page.getByLabel("Password").fill("hush");
    await control(view, "day").fill("2026-02-03");
    await view.page.getByLabel("Sure").check();
    await view.page.getByLabel("Blue").check();
    await control(view, "city").selectOption("c");
    await view.page.getByLabel("Y", { exact: true }).check();
    await armed(view);
    await answer(view, "send").dblclick();
    await view.settled();
    const draft = { name: "日本語 🙂", password: "hush", count: "3", day: "2026-02-03", sure: true, colour: "b", city: "c", extras: ["y"] };
    assert.deepEqual(view.of("fillIn"), [{ type: "fillIn", key: "q", draft }]);
    await view.close();
  });

  it("says at the field what is wrong, puts the cursor there and sends nothing", async () => {
    const view = await bench.open();
    await view.snapshot(scene(form("q")));
    await view.page.getByLabel("Name (needed)").fill("far too long");
    await view.page.getByLabel("Count").fill("many");
    await view.page.getByLabel("Day").focus();
    assert.deepEqual(await view.page.locator(".field-error").allInnerTexts(), [
      "8 characters at most; these are 12.",
      "Write a whole number.",
    ]);
    await armed(view);
    await answer(view, "send").click();
    assert.equal(await view.page.locator(".live").textContent(), "Not sent. 3 fields need another look; the first is Name.");
    assert.equal(await view.page.evaluate(() => (document.activeElement as HTMLInputElement).value), "far too long");
    assert.equal(await control(view, "name").getAttribute("aria-invalid"), "true");
    const described = await control(view, "name").getAttribute("aria-describedby");
    assert.deepEqual(
      await view.page.evaluate((ids) => ids.split(" ").map((id) => document.getElementById(id)?.innerText), described ?? ""),
      ["As people call it", "8 characters at most; these are 12."],
    );
    await view.page.getByLabel("Name (needed)").fill("Ada");
    assert.equal(await control(view, "name").getAttribute("aria-invalid"), "false");
    assert.deepEqual(view.of("fillIn"), []);
    await view.close();
  });

  it("is sent with Enter, but not while an input method composes, and walked by the keyboard", async () => {
    const view = await bench.open();
    await view.snapshot(scene(form("q")));
    await view.do({ do: "focusRequest" });
    await view.page.keyboard.press("Tab");
    await view.page.keyboard.press("Tab");
    await view.page.keyboard.type("Ada");
    assert.equal(await control(view, "name").inputValue(), "Ada");
    await view.page.getByRole("radio", { name: "Red like a rose" }).check();
    await control(view, "name").dispatchEvent("keydown", { key: "Enter", isComposing: true });
    await control(view, "name").dispatchEvent("keydown", { key: "Enter", keyCode: 229 });
    await view.settled();
    assert.deepEqual(view.of("fillIn"), []);
    await control(view, "name").press("Enter");
    assert.equal((await view.posted("fillIn")).key, "q");
    await view.close();
  });

  it("is sent with Enter on a box and on a choice too, with the same checks", async () => {
    const view = await bench.open();
    for (const label of ["Blue", "Sure", "X"]) {
      const key = `q ${label}`;
      await view.snapshot(scene(form(key)));
      await view.page.getByLabel("Blue").check();
      await view.page.getByLabel(label, { exact: true }).press("Enter");
      assert.equal(await view.page.locator(".live").textContent(), "Not sent. Name: This is needed.");
      await view.page.getByLabel("Name (needed)").fill("Ada");
      await view.page.getByLabel(label, { exact: true }).press("Enter");
      assert.equal((await view.posted("fillIn", (sent) => sent.key === key)).draft.name, "Ada");
    }
    assert.equal(view.of("fillIn").length, 3);
    await view.close();
  });

  it("draws the cursor around a box and a choice, in all themes", async () => {
    for (const theme of ["dark", "light", "hc", "hcLight"] as const) {
      const view = await bench.open({ theme });
      await view.snapshot(scene(form("q")));
      for (const label of ["Sure", "Blue"]) {
        await view.page.getByLabel(label).check();
        await view.page.getByLabel(label).press("Shift");
        const drawn = await view.page.getByLabel(label).evaluate((each) => {
          const { outlineWidth, outlineOffset, outlineStyle } = getComputedStyle(each);
          return `${outlineStyle} ${outlineWidth} ${outlineOffset}`;
        });
        assert.equal(drawn, "solid 2px 2px", `${label} in ${theme}`);
      }
      await view.close();
    }
  });

  it("brings the first field with an error into sight, with what is wrong, also in a low view", async () => {
    for (const [width, height] of [
      [300, 600],
      [300, 450],
      [300, 300],
      [640, 500],
    ] as const) {
      const view = await bench.open({ width, height });
      await view.snapshot(scene(form("q")));
      for (const key of ["name", "colour"]) {
        const cursor = view.page.locator(`[data-field="${key}"] input`).last();
        await cursor.focus();
        await cursor.evaluate((field) => field.scrollIntoView({ block: "end" }));
        await cursor.press("Enter");
        const seen = await view.page.locator(`[data-field="${key}"]`).evaluate((field) => {
          const { top, bottom } = field.getBoundingClientRect();
          const bar = field.closest(".attention")?.getBoundingClientRect();
          const answers = document.querySelector(".attention-answers")?.getBoundingClientRect();
          const floor = Math.min(bar?.bottom ?? 0, answers?.top ?? 0);
          return { error: field.querySelector(".field-error")?.textContent?.trim(), isWhole: top >= (bar?.top ?? 0) && bottom <= floor };
        });
        assert.deepEqual(seen, { error: "This is needed.", isWhole: true }, `${key} at ${width} × ${height}`);
        assert.ok(await view.page.locator(`[data-field="${key}"] :focus`).count());
        await view.page.getByLabel("Name (needed)").fill("Ada");
      }
      await view.close();
    }
  });

  it("does not slip away below a pointer that is pressed, when an error comes above what is in sight", async () => {
    const view = await bench.open({ width: 300, height: 450 });
    await view.snapshot(scene(form("q")));
    await view.page.getByLabel("Name (needed)").fill("far too long");
    const choice = view.page.getByLabel("Blue");
    await choice.evaluate((each) => each.scrollIntoView({ block: "center" }));
    assert.equal(await view.page.locator(".field-error").count(), 0);
    await choice.check();
    assert.equal(await view.page.locator(".field-error").count(), 1);
    await view.close();
  });

  it("takes years of four digits", async () => {
    const view = await bench.open();
    await view.snapshot(scene(form("q")));
    await control(view, "day").focus();
    await view.page.keyboard.type("02032026");
    await view.page.keyboard.type("5");
    assert.equal((await control(view, "day").inputValue()).length, "2026-02-03".length);
    await view.close();
  });

  it("keeps what was typed over a reload of the page and over other requests, but no secret", async () => {
    const view = await bench.open();
    await view.snapshot(scene(form("q"), request("r")));
    await view.page.getByLabel("Name (needed)").fill("Ada");
    await view.page.getByLabel("Password").fill("hush");
    await view.page.locator(".next").click();
    await view.page.locator(".next").click();
    assert.equal(await view.page.getByLabel("Password").inputValue(), "hush");
    await view.reload();
    await view.snapshot(scene(form("q"), request("r")));
    assert.deepEqual(
      [await view.page.getByLabel("Name (needed)").inputValue(), await view.page.getByLabel("Password").inputValue()],
      ["Ada", ""],
    );
    // Another process may use the same key for another form.
    await view.patch({ op: "requests", requests: [] });
    await view.patch({ op: "requests", requests: [form("q")] });
    assert.equal(await view.page.getByLabel("Name (needed)").inputValue(), "");
    await view.close();
  });

  it("of a page shows the whole address, opens it only on a click, and can be declined or put away", async () => {
    const view = await bench.open();
    const url = `https://agent.example/sign-in?next=${"x".repeat(300)}&end=1`;
    await view.snapshot(scene(page(url)));
    assert.equal(await view.page.locator(".attention-url").innerText(), url);
    await armed(view);
    await answer(view, "open").click();
    assert.deepEqual(await view.posted("openPage"), { type: "openPage", key: "p" });
    // The editor asks too: whoever says no there finds it as it was.
    await answer(view, "cancel").click();
    await view.settled();
    assert.deepEqual(view.of("refuse"), [{ type: "refuse", key: "p", how: "cancel" }]);
    await view.close();
  });

  it("does not open what is no web address, and does not draw a way of asking that is not known", async () => {
    const view = await bench.open();
    await view.snapshot(scene(page("command:workbench.action.quit", false)));
    assert.match(await view.page.locator(".attention-note").innerText(), /no web address/);
    assert.equal(await answer(view, "open").count(), 0);
    await view.snapshot(
      scene(request("v", { options: [], message: "Speak", title: "Speak", elicitation: { mode: "unknown", name: "_voice" } })),
    );
    assert.match(await view.page.locator(".attention-note").innerText(), /does not know this way of asking: “_voice”/);
    await armed(view);
    await answer(view, "decline").click();
    assert.deepEqual(await view.posted("refuse"), { type: "refuse", key: "v", how: "decline" });
    await view.close();
  });
});
