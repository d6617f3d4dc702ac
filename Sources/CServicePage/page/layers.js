// Layers: the legend, with counts, and a switch for each.

import { button, check, el, refill } from "./dom.js";
import { figure } from "./names.js";
import { swatch } from "./sheet.js";
import { onTheme } from "./theme.js";
import { Tool } from "./tool.js";

export class Layers extends Tool {
  constructor(app) {
    super(app, { id: "layers", key: "l", title: "Layers", about: "The features drawn, with counts." });
    this.element = el("div", { class: "stack" });
    this.#show();
    onTheme(() => this.#show());
    app.commits.onCommit(() => this.#show());
  }

  #show() {
    const { layers } = this.app.network;
    const all = layers.every((layer) => this.app.looks.isShown(layer));
    refill(
      this.element,
      el("div", { class: "actions" }, button(all ? "Hide all" : "Show all", () => this.#switch(layers, !all), { class: "button small" })),
      // The layer that is drawn last, on top, is first in the list.
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
    this.#show();
  }
}
