// Look: what is at a place, and the sheet of a feature.

import { el, icon } from "./dom.js";
import { Latest } from "./latest.js";
import { counted, figure, idOf, titleOf } from "./names.js";
import { featureRow, featureSheet } from "./sheet.js";
import { extentOf } from "./geometry.js";

export class Look {
  id = "look";
  title = "Look";
  symbol = "look";
  key = "i";
  element = el("div", { class: "stack" });

  #isShowing = false;

  constructor(app) {
    this.app = app;
    this.hover = new Latest(
      (at) => app.identify(at, 1),
      (answer) => {
        const hit = answer?.hits?.[0];
        app.pointer.say(hit ? titleOf(hit) : "");
      },
    );
  }

  enter() {
    // All tools are there by now.
    if (!this.#isShowing) this.#hint();
  }

  move(at) {
    this.hover.question(at);
  }

  out() {
    this.hover.forget();
  }

  leave() {
    this.hover.forget();
    this.app.pointer.say("");
    this.app.results.show("look", []);
  }

  /** Shows nothing any more. */
  forget() {
    this.#hint();
    this.app.results.show("look", []);
  }

  async click(at) {
    this.hover.forget();
    this.app.pointer.say("");
    try {
      const { hits } = await this.app.identify(at, 20);
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

  /** Shows the sheet of a feature, and where it is. */
  async show(id, { hits = [], at = null, isSeen = false } = {}) {
    const { app } = this;
    try {
      const feature = await app.feature(id);
      this.#isShowing = true;
      app.tools.use("look");
      const others = hits.filter((hit) => idOf(hit) !== id);
      this.element.replaceChildren(
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
      if (extent && !isSeen) app.frame.fit(extent, { least: 80 });
      app.pointer.announce(titleOf(feature));
    } catch (error) {
      app.notices.fail(error);
    }
  }

  /** What the network is, and what can be done with it. */
  #hint(before = "") {
    const { network, tools } = this.app;
    this.#isShowing = false;
    this.element.replaceChildren(
      el("p", { class: "hint" }, `${before}Click on the map to see what is there.`),
      el(
        "dl",
        { class: "facts" },
        [
          ["Network", network.name],
          ["Features", figure(network.features, 0)],
          ["Associations", figure(network.associations ?? 0, 0)],
          ["Revision", String(this.app.revision)],
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
