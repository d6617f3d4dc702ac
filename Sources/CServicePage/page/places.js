// Starts and barriers of a trace: features, with a terminal or a place along the line.

import { el, iconButton, refill, select } from "./dom.js";
import { fractionAlong, middleOf, partsOf } from "./geometry.js";
import { figure, idOf, titleOf } from "./names.js";

const WHOLE = "";

export class Places {
  #onchange;
  list = [];

  /** `look` is their style, `name` the word for one of them. */
  constructor(name, look, onchange) {
    this.name = name;
    this.look = look;
    this.#onchange = onchange;
    this.element = el("ul", { class: "rows", "aria-label": `${name}s` });
    this.#show();
  }

  add(feature, at) {
    const id = idOf(feature);
    if (this.list.some((place) => place.id === id)) return;
    const lines = partsOf(feature.geometry).lines;
    const fraction = lines.length === 1 ? fractionAlong(lines[0], at ?? middleOf(feature.geometry)) : null;
    const terminals = feature.terminals ?? [];
    this.list.push({
      id,
      feature,
      terminals,
      terminal: terminals.length > 1 && this.name === "Start" ? String(terminals[0].id) : WHOLE,
      fraction,
      at: lines.length && at ? at : middleOf(feature.geometry),
    });
    this.#changed();
  }

  clear() {
    this.list = [];
    this.#changed();
  }

  /** The places in the service's syntax: `ID`, `ID#TERMINAL` or `ID@FRACTION`. */
  get locations() {
    return this.list.map(({ id, terminal, fraction }) =>
      terminal ? `${id}#${terminal}` : fraction !== null ? `${id}@${fraction.toFixed(6)}` : id,
    );
  }

  get items() {
    return this.list
      .filter(({ at }) => at)
      .map(({ at }) => ({ geometry: { type: "Point", coordinates: at }, look: this.look }));
  }

  #changed() {
    this.#show();
    this.#onchange();
  }

  #show() {
    refill(
      this.element,
      ...this.list.map((place) =>
        el(
          "li",
          { class: "row" },
          el("i", { class: `mark is-${this.look}`, "aria-hidden": "true" }),
          el(
            "div",
            { class: "row-text" },
            titleOf(place.feature),
            place.fraction !== null && el("small", {}, `at ${figure(100 * place.fraction, 1)} % of the line`),
            place.terminals.length > 1 &&
              select(
                [
                  ...place.terminals.map(({ id, name }) => ({ value: String(id), text: `Terminal ${name}` })),
                  { value: WHOLE, text: this.name === "Start" ? "All terminals (connected only)" : "The whole device" },
                ],
                place.terminal,
                (value) => {
                  place.terminal = value;
                  this.#onchange();
                },
                { "aria-label": `Terminal of ${titleOf(place.feature)}` },
              ),
          ),
          iconButton("close", `Remove ${this.name.toLowerCase()} ${titleOf(place.feature)}`, () => {
            this.list = this.list.filter((other) => other !== place);
            this.#changed();
          }),
        ),
      ),
    );
    if (!this.list.length) {
      this.element.replaceChildren(el("li", { class: "empty" }, this.name === "Start" ? "No start yet. Click on the map." : "No barrier."));
    }
  }
}
