// Validation: errors with their places and fixes. A fix is a transaction.

import { button, el, heading, refill } from "./dom.js";
import { choicesOf } from "./fixes.js";
import { counted, spoken, titleOf } from "./names.js";
import { Tool } from "./tool.js";

const LISTED = 60;

export class Validation extends Tool {
  #errors = null;
  #doubts = [];
  #turn = 0;
  #isOld = false;

  constructor(app) {
    super(app, { id: "validate", key: "v", title: "Validation", label: "Validate", about: "The errors, their places, and the fixes." });
    this.body = el("div", { class: "stack", "aria-live": "polite" });
    this.whole = button("The whole network", () => this.run(null), { symbol: "validate", class: "button primary" });
    this.element = el(
      "div",
      { class: "stack" },
      el("p", { class: "hint" }, "Lists features that meet but do not connect, the missing rule, and the fix."),
      el("div", { class: "actions" }, this.whole, button("What is in view", () => this.run(app.frame.extent))),
      this.body,
    );
    app.commits.onCommit(() => this.#again());
  }

  enter() {
    this.#draw();
    if (this.#isOld) this.#again();
  }

  leave() {
    this.app.results.show("errors", []);
  }

  /** Validates again what was validated; a hidden tool waits until it is shown. */
  #again() {
    if (!this.#errors) return;
    this.#isOld = this.app.tools.current !== this;
    if (!this.#isOld) this.run(this.extent);
  }

  async run(extent) {
    const turn = ++this.#turn;
    this.extent = extent;
    this.#isOld = false;
    this.body.setAttribute("aria-busy", "true");
    try {
      const answer = await this.app.service.post("/validate", { doubts: "all", ...(extent && { extent: extent.join() }) });
      if (turn !== this.#turn) return;
      this.#errors = answer.errors;
      this.#doubts = answer.doubts?.list ?? [];
      this.#show(answer.ruleGaps ?? []);
    } catch (error) {
      this.app.notices.fail(error);
    } finally {
      if (turn === this.#turn) this.body.removeAttribute("aria-busy");
    }
  }

  #draw() {
    const isShown = this.app.tools.current === this;
    this.app.results.show(
      "errors",
      (isShown ? this.#errors ?? [] : []).filter(({ location }) => location).map(({ location }) => ({ geometry: { type: "Point", coordinates: location }, look: "error" })),
    );
  }

  #show(gaps) {
    this.#draw();
    const errors = this.#errors;
    const doubts = this.#doubts;
    const groups = [...this.body.querySelectorAll("details")];
    const isOpen = (key, otherwise) => groups.find((group) => group.dataset.key === key)?.open ?? otherwise;
    const codes = [...new Set(errors.map(({ code }) => code))];
    refill(
      this.body,
      errors.length ? heading(counted(errors.length, "error")) : el("p", { class: "card is-good" }, "Nothing is wrong."),
      ...codes.map((code) => {
        const all = errors.filter((error) => error.code === code);
        const title = [all[0].number, spoken(code)].filter((part) => part !== null && part !== undefined).join(" ");
        return this.#group(code, title, all, isOpen(code, codes.length < 4));
      }),
      doubts.length && heading(counted(doubts.length, "doubt")),
      ...[...new Set(doubts.map(({ kind }) => kind))].map((kind) =>
        this.#group(kind, spoken(kind), doubts.filter((doubt) => doubt.kind === kind), isOpen(kind, false)),
      ),
      ...(gaps.length
        ? [
            el(
              "details",
              { class: "part", "data-key": "gaps", open: isOpen("gaps", false) },
              el("summary", {}, "Rules that are missing ", el("b", {}, String(gaps.length))),
              el(
                "ul",
                { class: "rows" },
                gaps.map(({ kind, from, to, via, count }) =>
                  el("li", { class: "row" }, el("div", { class: "row-text" }, [from, via, to].filter(Boolean).join(" – "), el("small", {}, `${spoken(kind)}, ${count}`))),
                ),
              ),
            ),
          ]
        : []),
    );
  }

  #group(key, title, all, open) {
    return el(
      "details",
      { class: "part", "data-key": key, open },
      el("summary", {}, title, " ", el("b", {}, String(all.length))),
      all.slice(0, LISTED).map((one) => this.#card(one)),
      all.length > LISTED && el("p", { class: "hint" }, `and ${all.length - LISTED} more`),
    );
  }

  #card(error) {
    const { app } = this;
    const advice = error.advice ?? error.fix?.sentence;
    const choices = app.network.canEdit && error.fix ? choicesOf(error.fix, app.network) : [];
    return el(
      "section",
      { class: error.code ? "card is-refused" : "card", "aria-label": spoken(error.code ?? error.kind) },
      el("p", {}, error.message),
      advice && el("p", { class: "hint" }, advice),
      el(
        "div",
        { class: "actions" },
        error.location && button("Show", () => app.frame.fit([...error.location, ...error.location], { least: 30 }), { class: "button small" }),
        choices.map(({ text, edits, isDanger }) => button(text, () => this.#apply(error, edits), { class: isDanger ? "button small danger" : "button small" })),
      ),
    );
  }

  async #apply(error, edits) {
    const name = `Fix: ${spoken(error.code ?? error.kind)}${error.features?.[0] ? ` at ${titleOf(error.features[0])}` : ""}`;
    try {
      const answer = await this.app.commits.send("/transactions", { name, edits });
      if (answer.refused) return this.app.notices.tell(answer.refused.problems.map(({ message }) => message).join("\n"), { isError: true });
      this.app.commits.done(answer, name);
    } catch (failure) {
      this.app.notices.fail(failure);
    }
  }
}
