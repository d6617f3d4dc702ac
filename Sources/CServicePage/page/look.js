// Look: what is at a place, and the sheet of a feature.

import { el } from "./dom.js";
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

  constructor(app) {
    this.app = app;
    this.hover = new Latest(
      (at) => app.identify(at, 1),
      (answer) => {
        const hit = answer?.hits?.[0];
        app.pointer.say(hit ? titleOf(hit) : "");
      },
    );
    this.#hint();
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

  #hint(before = "") {
    this.element.replaceChildren(
      el("p", { class: "hint" }, `${before}Click on the map to see what is there: its asset type, its attributes, and what can be done with it.`),
    );
  }
}
