// The tools of the rail, one of which is in use, and its panel.

import { el, icon } from "./dom.js";

export class Tools {
  #rail;
  #panel;
  #all = new Map();
  current = null;

  constructor(rail, panel) {
    this.#rail = rail;
    this.#panel = panel;
  }

  add(tool) {
    const button = el(
      "button",
      {
        type: "button",
        class: "tool",
        "aria-pressed": "false",
        "aria-keyshortcuts": tool.key,
        "aria-controls": "panel",
        title: `${tool.title} (${tool.key.toUpperCase()})`,
        "data-tool": tool.id,
        onclick: () => (this.current === tool ? this.leave() : this.use(tool.id)),
      },
      icon(tool.symbol),
      el("span", {}, tool.label),
    );
    this.#all.set(tool.id, { tool, button });
    this.#rail.append(button);
  }

  divide() {
    this.#rail.append(el("hr", {}));
  }

  get(id) {
    return this.#all.get(id)?.tool;
  }

  get all() {
    return [...this.#all.values()].map(({ tool }) => tool);
  }

  use(id) {
    const { tool, button } = this.#all.get(id);
    if (this.current !== tool) {
      this.#let();
      this.current = tool;
      button.setAttribute("aria-pressed", "true");
      this.#panel.show(tool);
      document.body.dataset.tool = id;
      tool.enter?.();
    }
    this.#panel.open();
    return tool;
  }

  leave() {
    const button = this.#all.get(this.current?.id)?.button;
    this.#let();
    this.#panel.close(button);
  }

  #let() {
    const old = this.current;
    if (!old) return;
    this.#all.get(old.id).button.setAttribute("aria-pressed", "false");
    this.current = null;
    delete document.body.dataset.tool;
    old.leave?.();
  }
}
