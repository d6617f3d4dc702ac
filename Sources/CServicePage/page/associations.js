// Associations in view: drawn with their kinds, listed with their ends.

import { check, el, refill } from "./dom.js";
import { extentOf, geoJSON } from "./geometry.js";
import { Latest } from "./latest.js";
import { counted, idOf, spoken, titleOf } from "./names.js";
import { Tool } from "./tool.js";

const LISTED = 200;

/** The map units on the screen above which no associations are requested, as they would be illegible. */
const WIDEST = 1000;

export class Associations extends Tool {
  element = el("div", { class: "stack" });

  #hidden = new Set();
  #found = [];

  constructor(app) {
    super(app, { id: "associations", key: "a", title: "Associations in view", label: "Associations", about: "Associations between features, drawn by kind." });
    this.question = new Latest(
      (extent) => this.#find(extent),
      (answer) => this.#take(answer),
    );
    app.frame.map.on("moveend", () => app.tools.current === this && this.#ask());
    app.commits.onCommit(() => app.tools.current === this && this.#ask());
  }

  enter() {
    this.#ask();
  }

  leave() {
    this.question.forget();
    this.app.results.show("associations", []);
    this.app.results.show("seen", []);
    this.app.pointer.say("");
  }

  /** Names the association under the pointer. */
  move(at) {
    const reach = this.app.pointer.tolerance;
    const near = this.#found.find(({ kind, line }) => !this.#hidden.has(kind) && line && distance(line.coordinates, at) <= reach);
    this.app.pointer.say(near ? `${spoken(near.kind)}: ${titleOf(near.from)} – ${titleOf(near.to)}` : "");
  }

  click(at) {
    this.move(at);
  }

  #ask() {
    const extent = this.app.frame.extent;
    const widest = this.app.network.unit === "°" ? WIDEST / 111_000 : WIDEST;
    if (extent[2] - extent[0] > widest) {
      this.question.forget();
      this.#found = [];
      this.app.results.show("associations", []);
      this.element.replaceChildren(el("p", { class: "hint" }, "Zoom in to see associations: at this scale they overlap."));
      return;
    }
    this.question.question(extent);
  }

  /** The associations of an extent, with the names of their ends. */
  async #find(extent) {
    const answer = await this.app.service.get("/associations", { extent: extent.join() });
    const ends = answer.associations.flatMap(({ from, to }) => [from, to]);
    const known = await this.app.features(ends.map(idOf));
    for (const end of ends) Object.assign(end, known.get(idOf(end)));
    return answer;
  }

  #take(answer) {
    if (this.app.tools.current !== this) return;
    if (answer.error) return this.app.notices.fail(answer.error);
    this.#found = answer.associations.map((association) => ({ ...association, line: geoJSON(association.geometry) }));
    this.#show();
  }

  #show() {
    const { app } = this;
    const kinds = [...new Set(this.#found.map(({ kind }) => kind))].sort();
    const shown = this.#found.filter(({ kind }) => !this.#hidden.has(kind));
    app.results.show(
      "associations",
      shown.filter(({ line }) => line).map(({ line, kind }) => ({ geometry: line, look: lookOf(kind) })),
    );
    refill(
      this.element,
      el("p", { role: "status" }, `${counted(this.#found.length, "association")} in view`),
      el(
        "ul",
        { class: "rows" },
        kinds.map((kind) =>
          el(
            "li",
            { class: "row" },
            el("i", { class: `dash is-${lookOf(kind)}`, "aria-hidden": "true" }),
            check(spoken(kind), !this.#hidden.has(kind), (isOn) => {
              if (isOn) this.#hidden.delete(kind);
              else this.#hidden.add(kind);
              this.#show();
            }),
            el("span", { class: "count" }, String(this.#found.filter((one) => one.kind === kind).length)),
          ),
        ),
      ),
      el(
        "ul",
        { class: "rows", "aria-label": "Associations" },
        shown.slice(0, LISTED).map((one) =>
          el(
            "li",
            { class: "row" },
            el(
              "button",
              { type: "button", class: "row-main", onclick: () => this.#see(one) },
              el("i", { class: `dash is-${lookOf(one.kind)}`, "aria-hidden": "true" }),
              el("span", {}, titleOf(one.from), el("small", {}, `to ${titleOf(one.to)}`)),
            ),
          ),
        ),
      ),
      ...(shown.length > LISTED ? [el("p", { class: "hint" }, `and ${shown.length - LISTED} more: zoom in`)] : []),
    );
  }

  #see({ line }) {
    if (!line) return;
    this.app.results.show("seen", [{ geometry: line, look: "found" }]);
    this.app.frame.fit(extentOf(line), { least: 12 });
  }
}

function lookOf(kind) {
  return kind === "attachment" || kind === "containment" ? kind : "connectivity";
}

function distance(line, [x, y]) {
  let best = Infinity;
  for (let i = 1; i < line.length; i++) {
    const [a, b] = [line[i - 1], line[i]];
    const square = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2;
    const share = square ? Math.max(0, Math.min(1, ((x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1])) / square)) : 0;
    best = Math.min(best, Math.hypot(a[0] + share * (b[0] - a[0]) - x, a[1] + share * (b[1] - a[1]) - y));
  }
  return best;
}
