// Container contents: the content of a container, and the ways into it and out again.

import { button, el, refill } from "./dom.js";
import { mayContain, tableOf } from "./definition.js";
import { extentOf, geoJSON } from "./geometry.js";
import { counted, idOf, spoken, titleOf } from "./names.js";
import { featureRow } from "./sheet.js";
import { PointingTool } from "./tool.js";

export class Containers extends PointingTool {
  element = el("div", { class: "stack" });

  /** The opened containers, the outermost first, each with the view before it was opened. */
  #path = [];
  /** Counts the times that the tool was left or sent a request, so that late answers are ignored. */
  #turn = 0;

  constructor(app) {
    const about = "The content of a station or a cabinet, and how to open and leave it.";
    super(app, { id: "container", key: "c", title: "Container contents", label: "Container", about }, 6);
    app.actions.push({
      label: "Contents",
      symbol: "container",
      fits: (feature) => this.#mayContain(feature),
      run: (feature) => this.#begin(feature),
    });
    app.commits.onCommit(() => this.#refresh());
    this.#hint();
  }

  enter() {
    this.#refresh();
  }

  leave() {
    this.#turn++;
    super.leave();
    this.app.results.show("container", []);
    this.app.results.show("seen", []);
  }

  under(hits) {
    return super.under([hits.find((one) => this.#mayContain(one)) ?? hits[0]]);
  }

  async click(at) {
    const turn = ++this.#turn;
    try {
      const { hits } = await this.app.identify(at, 20);
      const containers = hits.filter((hit) => this.#mayContain(hit));
      for (const hit of containers) {
        const view = await this.#ask(hit);
        if (turn !== this.#turn) return;
        if (view.content.length) return this.#open(hit, view);
      }
      if (turn !== this.#turn) return;
      this.#hint(containers.length ? `${titleOf(containers[0])} holds nothing.` : "No container is here.");
    } catch (error) {
      this.app.notices.fail(error);
    }
  }

  /** Escape: leaves the innermost container. */
  goBack() {
    if (!this.#path.length) return false;
    this.#leaveTo(this.#path.length - 1);
    return true;
  }

  #mayContain(feature) {
    return mayContain(tableOf(this.app.network, feature));
  }

  /** The content of a feature, each with its geometry and its name. */
  async #ask(feature) {
    const view = await this.app.service.get("/container", { element: idOf(feature) });
    const known = await this.app.features(view.content.map(idOf));
    for (const one of view.content) Object.assign(one, known.get(idOf(one)));
    for (const { from, to } of view.associations)
      for (const end of [from, to]) Object.assign(end, known.get(idOf(end)));
    return view;
  }

  async #begin(feature) {
    this.app.tools.use("container");
    this.#path = [];
    await this.#goInto(feature);
  }

  async #goInto(feature) {
    const turn = ++this.#turn;
    try {
      const view = await this.#ask(feature);
      if (turn !== this.#turn) return;
      if (view.content.length) this.#open(feature, view);
      else this.app.notices.tell(`${titleOf(feature)} holds nothing.`);
    } catch (error) {
      this.app.notices.fail(error);
    }
  }

  #open(feature, view) {
    const { center, zoom } = { center: this.app.frame.map.getCenter(), zoom: this.app.frame.map.getZoom() };
    this.#path.push({ feature, center, zoom });
    this.#show(view);
    const extent = view.extent ?? extentOf(...this.#geometries(view));
    if (extent) this.app.frame.fit(extent, { least: 1 });
    this.app.pointer.announce(`${titleOf(feature)} holds ${counted(view.content.length, "feature")}.`);
  }

  #leaveTo(depth) {
    const left = this.#path[depth];
    this.#path.length = depth;
    this.app.frame.map.setView(left.center, left.zoom);
    if (depth) this.#refresh();
    else {
      this.app.results.show("container", []);
      this.#hint();
    }
  }

  async #refresh() {
    const current = this.#path.at(-1);
    if (!current || this.app.tools.current !== this) return;
    const turn = ++this.#turn;
    try {
      const view = await this.#ask(current.feature);
      if (turn === this.#turn) this.#show(view);
    } catch (error) {
      this.app.notices.fail(error);
    }
  }

  #geometries(view) {
    return [view.container, ...view.content].map(({ geometry }) => geoJSON(geometry)).filter(Boolean);
  }

  #show(view) {
    const { app } = this;
    const boundary = view.extent && box(view.extent);
    app.results.show("container", [
      ...(boundary ? [{ geometry: boundary, look: "container" }] : []),
      ...view.content.filter(({ geometry }) => geometry).map(({ geometry }) => ({ geometry: geoJSON(geometry), look: "content" })),
      ...view.associations
        .filter(({ geometry }) => geometry)
        .map(({ geometry, kind }) => ({ geometry: geoJSON(geometry), look: kind === "attachment" ? "attachment" : "connectivity" })),
    ]);
    const inner = view.content.filter((feature) => this.#mayContain(feature));
    refill(
      this.element,
      el(
        "nav",
        { class: "crumbs", "aria-label": "Containers" },
        button("Out", () => this.goBack(), { symbol: "back", class: "button small" }),
        el(
          "ol",
          {},
          this.#path.map(({ feature }, i) =>
            el(
              "li",
              i === this.#path.length - 1 ? { "aria-current": "location" } : {},
              i === this.#path.length - 1 ? titleOf(feature) : el("button", { type: "button", class: "link", onclick: () => this.#leaveTo(i + 1) }, titleOf(feature)),
            ),
          ),
        ),
      ),
      el("h3", {}, counted(view.content.length, "feature")),
      el(
        "ul",
        { class: "rows", "aria-label": "Contents" },
        view.content.map((feature) =>
          featureRow(feature, app, {
            detail: feature.source,
            onclick: () => this.#see(feature),
            end: inner.includes(feature) && button("Go in", () => this.#goInto(feature), { class: "button small" }),
          }),
        ),
      ),
      ...(view.associations.length
        ? [
            el(
              "details",
              { class: "part" },
              el("summary", {}, "Associations ", el("b", {}, String(view.associations.length))),
              el(
                "ul",
                { class: "rows" },
                view.associations.map(({ kind, from, to }) =>
                  el("li", { class: "row" }, el("div", { class: "row-text" }, `${titleOf(from)} – ${titleOf(to)}`, el("small", {}, spoken(kind)))),
                ),
              ),
            ),
          ]
        : []),
    );
  }

  #see(feature) {
    const geometry = geoJSON(feature.geometry);
    if (!geometry) return this.app.look.show(idOf(feature));
    this.app.results.show("seen", [{ geometry, look: "found" }]);
    this.app.frame.fit(extentOf(geometry), { least: 10 });
  }

  #hint(text = "") {
    this.element.replaceChildren(
      ...(text ? [el("p", { class: "warning", role: "status" }, text)] : []),
      el("p", { class: "hint" }, "Click on a container, such as a station, to see its content."),
    );
  }
}

function box([minX, minY, maxX, maxY]) {
  return {
    type: "Polygon",
    coordinates: [
      [
        [minX, minY],
        [maxX, minY],
        [maxX, maxY],
        [minX, maxY],
        [minX, minY],
      ],
    ],
  };
}
