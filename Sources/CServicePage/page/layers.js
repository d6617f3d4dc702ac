// Layers: the legend, with counts, and a switch for each.

import { button, check, el } from "./dom.js";
import { figure } from "./names.js";
import { swatch } from "./sheet.js";
import { onTheme } from "./theme.js";

export class Layers {
  id = "layers";
  title = "Layers";
  symbol = "layers";
  key = "l";

  constructor(app) {
    this.app = app;
    this.element = el("div", { class: "stack" });
    this.#show();
    onTheme(() => this.#show());
  }

  #show() {
    const { layers } = this.app.network;
    const all = layers.every((layer) => this.app.looks.isShown(layer));
    this.element.replaceChildren(
      el("div", { class: "actions" }, button(all ? "Hide all" : "Show all", () => this.#switch(layers, !all), { class: "button small" })),
      // What is drawn last, and so lies on top, stands first.
      el("ul", { class: "rows" }, [...layers].reverse().map((layer) => this.#row(layer))),
    );
  }

  #row(layer) {
    return el(
      "li",
      { class: "row" },
      swatch(layer, this.app),
      check(layer.label, this.app.looks.isShown(layer), (isOn) => this.#switch([layer], isOn)),
      el("span", { class: "count" }, figure(layer.count, 0)),
    );
  }

  #switch(layers, isOn) {
    for (const layer of layers) this.app.looks.show(layer, isOn);
    this.app.tiles.redrawTiles();
    const focused = [...this.element.querySelectorAll("input, button")].indexOf(document.activeElement);
    this.#show();
    this.element.querySelectorAll("input, button")[focused]?.focus();
  }
}
