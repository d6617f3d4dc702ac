// Look: the features at a place, and the sheet of a feature.

import { el, icon, refill } from "./dom.js";
import { counted, figure, idOf, titleOf } from "./names.js";
import { featureRow, featureSheet } from "./sheet.js";
import { extentOf } from "./geometry.js";
import { PointingTool } from "./tool.js";

export class Look extends PointingTool {
  element = el("div", { class: "stack" });

  /** The feature on the sheet, `{id, options}`; null where there is none, or it is being edited. */
  #shown = null;
  #isHint = false;
  #isOld = false;
  #turn = 0;

  constructor(app) {
    super(app, { id: "look", key: "i", title: "Look" }, 1);
    app.commits.onCommit(() => this.#again());
  }

  enter() {
    // All tools exist by now.
    if (!this.element.children.length) this.#hint();
    else if (this.#isOld) this.#again();
  }

  leave() {
    // A pending answer would open this tool over the next one.
    this.#turn++;
    super.leave();
    this.app.results.show("look", []);
  }

  /** Clears the panel. */
  forget() {
    this.#turn++;
    this.#hint();
    this.app.results.show("look", []);
  }

  /** Shows other content in place of the sheet, until the next sheet is shown. */
  fill(...children) {
    this.#shown = null;
    this.element.replaceChildren(...children);
  }

  /** After a commit the sheet is outdated; a hidden tool waits until it is shown. */
  async #again() {
    this.#isOld = this.app.tools.current !== this;
    if (this.#isOld) return;
    if (!this.#shown) return this.#isHint && this.#hint();
    const { id, options } = this.#shown;
    try {
      await this.#tell(id, { ...options, isSeen: true });
    } catch {
      // The feature may have been deleted.
      this.forget();
    }
  }

  async click(at) {
    const turn = ++this.#turn;
    this.hover.forget();
    this.app.pointer.say("");
    try {
      const { hits } = await this.app.identify(at, 20);
      if (turn !== this.#turn) return;
      if (!hits.length) {
        this.#hint("Nothing is here. ");
        this.app.pointer.announce("Nothing is here.");
        this.app.results.show("look", []);
        return;
      }
      await this.show(idOf(hits[0]), { hits, at, isSeen: true });
    } catch (error) {
      this.app.notices.fail(error);
    }
  }

  /** Shows the sheet of a feature, and its place. */
  async show(id, options = {}) {
    try {
      await this.#tell(id, options);
    } catch (error) {
      this.app.notices.fail(error);
    }
  }

  async #tell(id, { hits = [], at = null, isSeen = false }) {
    const { app } = this;
    const turn = ++this.#turn;
    const tool = app.tools.current;
    const feature = await app.feature(id);
    // A user who has switched to another tool stays there.
    if (turn !== this.#turn || app.tools.current !== tool) return;
    const isSame = this.#shown?.id === id;
    this.#shown = { id, options: { hits, at } };
    this.#isHint = this.#isOld = false;
    app.tools.use("look");
    const others = hits.filter((hit) => idOf(hit) !== id);
    // On another sheet the focus would be on a different action, such as Delete.
    if (!isSame) this.element.replaceChildren();
    refill(
      this.element,
      featureSheet(feature, app, at),
      ...(others.length
        ? [
            el("h4", {}, `Also here: ${counted(others.length, "feature")}`),
            el(
              "ul",
              { class: "rows" },
              others.map((hit) =>
                featureRow(hit, app, {
                  detail: `${figure(hit.distance, 2)} away`,
                  onclick: () => this.show(idOf(hit), { hits, at, isSeen: true }),
                }),
              ),
            ),
          ]
        : []),
    );
    app.results.show("look", feature.geometry ? [{ geometry: feature.geometry, look: "selected" }] : []);
    const extent = extentOf(feature.geometry);
    // For keyboard users the crosshair moves there next: the map is at rest by then.
    if (extent && !isSeen) app.frame.fit(extent, { least: 80, ...(app.pointer.way === "keys" && { animate: false }) });
    app.pointer.announce(titleOf(feature));
  }

  /** The network, and the possible actions. */
  #hint(before = "") {
    const { network, tools } = this.app;
    this.#shown = null;
    this.#isHint = true;
    this.#isOld = false;
    this.element.replaceChildren(
      el("p", { class: "hint" }, `${before}Click on the map to see its features.`),
      el(
        "dl",
        { class: "facts" },
        [
          ["Network", network.name],
          ["Features", figure(network.features, 0)],
          ["Associations", figure(network.associations ?? 0, 0)],
        ].map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
      ),
      el(
        "ul",
        { class: "rows intro", "aria-label": "Tools" },
        tools.all
          .filter(({ about }) => about)
          .map((tool) =>
            el(
              "li",
              { class: "row" },
              el(
                "button",
                { type: "button", class: "row-main", onclick: () => tools.use(tool.id) },
                icon(tool.symbol),
                el("span", {}, el("b", {}, tool.title), el("small", {}, tool.about)),
                el("kbd", { "aria-hidden": "true" }, tool.key.toUpperCase()),
              ),
            ),
          ),
      ),
    );
  }
}
