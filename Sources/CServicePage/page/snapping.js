// Snapping: the snap result of a place while an asset type is drawn, and the behavior of the sources.

import { check, el } from "./dom.js";
import { shortened, titleOf } from "./names.js";

export const BEHAVIOURS = { allowed: "Allowed", limited: "Limited by rules", prevented: "Prevented by rules" };

export class Snapping {
  #app;
  #enabled = new Set();
  #disabled = new Set();
  #tolerance = null;
  #onchange;
  #asked = null;
  /** Whether snapping is enabled. */
  isOn = true;

  constructor(app, onchange) {
    this.#app = app;
    this.#onchange = onchange;
    this.list = el("ul", { class: "rows" });
    this.element = el(
      "details",
      { class: "part", open: true },
      el("summary", {}, "Snapping"),
      el("p", { class: "hint" }, "The sources that the rules allow the asset type to join."),
      this.list,
    );
  }

  /** Asks about a place. `editing` is the id of the moved feature, which is never snapped to. */
  ask(at, type, { role = null, editing = null } = {}) {
    if (!this.isOn) return Promise.resolve({ match: null, refused: [] });
    return this.#app.service.get("/snap", {
      at: at.join(),
      tolerance: this.#tolerance ?? this.#app.pointer.tolerance * 1.25,
      "asset-type": type.path,
      role,
      editing,
      enable: [...this.#enabled],
      disable: [...this.#disabled],
      explain: true,
    });
  }

  enable(name) {
    this.#disabled.delete(name);
    this.#enabled.add(name);
  }

  widen(tolerance) {
    this.#tolerance = tolerance;
  }

  /** Lists the sources for an asset type, each with its mark. */
  async suit(type) {
    this.#enabled.clear();
    this.#disabled.clear();
    this.#tolerance = null;
    this.#asked = type;
    try {
      const { sources } = await this.#app.service.get("/snap-sources", { "asset-type": type.path });
      // Another type was chosen meanwhile, and its answer may have come earlier.
      if (this.#asked !== type) return;
      const rank = Object.keys(BEHAVIOURS);
      const order = (source) => (source.behavior === "limited" ? -1 : rank.indexOf(source.behavior));
      this.list.replaceChildren(...[...sources].sort((a, b) => order(a) - order(b)).map((source) => this.#row(source)));
    } catch {
      this.list.replaceChildren(...Object.entries(BEHAVIOURS).map(([name, text]) => el("li", { class: "row" }, mark(name), text)));
    }
  }

  #row(source) {
    const groups = (source.children ?? []).filter(({ behavior }) => behavior === "limited");
    const isPrevented = source.behavior === "prevented";
    return el(
      "li",
      { class: "row" },
      mark(source.behavior),
      isPrevented
        ? el("div", { class: "row-text" }, source.source, el("small", {}, BEHAVIOURS.prevented))
        : check(source.source, source.enabled, (isOn) => {
            (isOn ? this.#disabled : this.#enabled).delete(source.source);
            (isOn ? this.#enabled : this.#disabled).add(source.source);
            this.#onchange();
          }),
      groups.length > 0 && el("small", { class: "row-end" }, groups.map(({ assetGroup }) => assetGroup).join(", ")),
    );
  }
}

export function mark(behaviour) {
  return el("i", { class: `mark is-${behaviour}`, role: "img", "aria-label": BEHAVIOURS[behaviour] });
}

/** The style and the text of an answer at the pointer. */
export function outcome(answer) {
  if (answer?.error) return { mark: "plain", text: answer.error.message };
  const { match, refused = [] } = answer ?? {};
  if (match) {
    const isRuled = match.rule !== null && match.rule !== undefined;
    return { mark: isRuled ? "limited" : "allowed", at: match.location, text: `${titleOf(match)}: ${match.because}` };
  }
  if (refused.length) {
    return { mark: "prevented", at: refused[0].location, text: `${titleOf(refused[0])}: ${shortened(refused[0].because, refused[0].fits)}` };
  }
  return { mark: "free", text: "" };
}
