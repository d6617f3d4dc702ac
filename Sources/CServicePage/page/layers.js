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
    const tables = [...new Set(layers.map(({ table }) => table))];
    const all = layers.every((layer) => this.app.looks.isShown(layer));
    this.element.replaceChildren(
      el("div", { class: "actions" }, button(all ? "Hide all" : "Show all", () => this.#switch(layers, !all), { class: "button small" })),
      ...tables.map((table) => this.#table(table, layers.filter((layer) => layer.table === table))),
    );
  }

  #table(name, layers) {
    const { looks } = this.app;
    const shown = layers.filter((layer) => looks.isShown(layer)).length;
    const box = check(name, shown > 0, (isOn) => this.#switch(layers, isOn));
    box.classList.add("strong");
    box.firstChild.indeterminate = shown > 0 && shown < layers.length;
    const isSingle = layers.length === 1 && !layers[0].assetGroup;
    return el(
      "section",
      { "aria-label": name },
      box,
      el(
        "ul",
        { class: "rows is-tight" },
        layers.map((layer) =>
          el(
            "li",
            { class: "row" },
            swatch(layer, this.app),
            isSingle ? el("span", { class: "grow quiet" }, "All rows") : check(layer.assetGroup ?? "Without asset group", looks.isShown(layer), (isOn) => this.#switch([layer], isOn)),
            el("span", { class: "count" }, figure(layer.count, 0)),
          ),
        ),
      ),
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
