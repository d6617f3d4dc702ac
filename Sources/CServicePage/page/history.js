// History: the steps of the network, with undo and redo.

import { button, el } from "./dom.js";
import { counted } from "./names.js";
import { Tool } from "./tool.js";

export class History extends Tool {
  constructor(app, buttons) {
    super(app, { id: "history", key: "h", title: "History", about: "All steps, to undo and redo." });
    this.buttons = buttons;
    this.list = el("ol", { class: "rows steps", reversed: true });
    this.undo = button("Undo", () => app.commits.step("undo"), { symbol: "undo" });
    this.redo = button("Redo", () => app.commits.step("redo"), { symbol: "redo" });
    this.element = el(
      "div",
      { class: "stack" },
      app.network.canEdit && el("div", { class: "actions" }, this.undo, this.redo),
      this.list,
    );
    buttons.undo.addEventListener("click", () => app.commits.step("undo"));
    buttons.redo.addEventListener("click", () => app.commits.step("redo"));
    app.commits.onCommit(() => this.refresh());
    // The picture has priority.
    if (app.tiles.isLoading()) app.tiles.once("load", () => this.refresh());
    else this.refresh();
  }

  enter() {
    this.refresh();
  }

  async refresh() {
    try {
      const { steps, canUndo, canRedo, revision } = await this.app.service.get("/history");
      for (const [name, can] of [["undo", canUndo], ["redo", canRedo]]) {
        this[name].disabled = this.buttons[name].disabled = !(can && this.app.network.canEdit);
      }
      const sorted = [...steps].sort((a, b) => b.number - a.number);
      this.list.replaceChildren(...sorted.map((step) => this.#row(step)));
      if (!steps.length) this.list.replaceChildren(el("li", { class: "empty" }, `No step yet. The network is at revision ${revision}.`));
    } catch (error) {
      this.list.replaceChildren(el("li", { class: "warning" }, error.message));
    }
  }

  #row({ number, name, time, edits, isUndone, author }) {
    const when = new Date(time);
    return el(
      "li",
      { class: isUndone ? "row is-undone" : "row" },
      el("span", { class: "number" }, String(number)),
      el(
        "div",
        { class: "row-text" },
        name || "Without a name",
        el(
          "small",
          {},
          [Number.isNaN(when.valueOf()) ? time : when.toLocaleString(), counted(edits, "edit"), author, isUndone && "undone"].filter(Boolean).join(" · "),
        ),
      ),
    );
  }
}
