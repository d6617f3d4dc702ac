// Trace: starts and barriers, the configuration, the result on the map and in lists.

import { button, el, field, heading, select } from "./dom.js";
import { Configuration } from "./configuration.js";
import { isTraced, tableOf } from "./definition.js";
import { extentOf, middleOf } from "./geometry.js";
import { counted, figure, idOf, spoken, titleOf } from "./names.js";
import { Places } from "./places.js";
import { featureRow } from "./sheet.js";
import { PointingTool } from "./tool.js";

const LISTED = 100;

export class Trace extends PointingTool {
  #adds = "start";
  /** Counts the times that the tool was left, and that a trace was started or cleared, so that late answers are ignored. */
  #visit = 0;
  #turn = 0;

  constructor(app) {
    const about = "Connected features, upstream and downstream features, features to shut, and why a trace stops.";
    super(app, { id: "trace", key: "t", title: "Trace", about }, 1);
    this.starts = new Places("Start", "start", () => this.#placed());
    this.barriers = new Places("Barrier", "barrier", () => this.#placed());
    this.configuration = new Configuration(app.network);
    this.type = select(
      app.network.traceTypes.map((value) => ({ value, text: spoken(value) })),
      "downstream",
      () => this.configuration.suit(this.type.value),
    );
    this.configuration.suit(this.type.value);
    this.result = el("section", { class: "stack", "aria-label": "Result of the trace", tabindex: "-1" });
    this.outdated = el("p", { class: "warning", role: "status" }, "The network has changed since: trace again.");
    app.commits.onCommit(() => this.answer && this.result.prepend(this.outdated));
    this.modes = el("div", { class: "segments", role: "radiogroup", "aria-label": "What a click adds" }, [
      this.#mode("start", "Add start"),
      this.#mode("barrier", "Add barrier"),
    ]);
    this.run = button("Trace", () => this.trace(), { symbol: "trace", class: "button primary" });
    this.element = el(
      "div",
      { class: "stack" },
      this.modes,
      heading("Starts"),
      this.starts.element,
      heading("Barriers"),
      this.barriers.element,
      field("Type of trace", this.type),
      this.configuration.element,
      el("div", { class: "actions is-sticky" }, this.run, button("Clear", () => this.clear())),
      this.result,
    );
    app.actions.push(
      { label: "Start here", symbol: "trace", fits: (feature) => this.#isInGraph(feature), run: (feature, at) => this.take("start", feature, at) },
      { label: "Barrier", symbol: "barrier", fits: (feature) => this.#isInGraph(feature), run: (feature, at) => this.take("barrier", feature, at) },
    );
  }

  enter() {
    this.#draw();
  }

  leave() {
    this.#visit++;
    super.leave();
    this.app.results.show("seen", []);
  }

  under([hit]) {
    return hit ? `${this.#adds === "start" ? "Start" : "Barrier"}: ${titleOf(hit)}` : "";
  }

  async click(at) {
    const [visit, kind] = [this.#visit, this.#adds];
    try {
      const { hits } = await this.app.identify(at, 10);
      const hit = hits.find((one) => this.#isInGraph(one));
      if (!hit) return visit === this.#visit && this.app.pointer.say("No feature of the network is here.");
      const feature = await this.app.feature(idOf(hit));
      if (visit === this.#visit) this.take(kind, feature, hit.location ?? at);
    } catch (error) {
      this.app.notices.fail(error);
    }
  }

  take(kind, feature, at) {
    this.app.tools.use("trace");
    (kind === "start" ? this.starts : this.barriers).add(feature, at);
    this.app.pointer.announce(`${kind === "start" ? "Start" : "Barrier"} added: ${titleOf(feature)}`);
  }

  async trace() {
    const { app } = this;
    if (this.run.disabled) return;
    if (!this.starts.list.length && !this.configuration.options.subnetwork) {
      return app.notices.tell("Choose a start first: click on the map, or choose a feature that a search has found.");
    }
    const options = {
      type: this.type.value,
      start: this.starts.locations,
      barrier: this.barriers.locations,
      ...this.configuration.options,
      explain: true,
      "result-type": ["geometry"],
    };
    const turn = ++this.#turn;
    this.run.disabled = true;
    try {
      const answer = await this.#know(await app.service.post("/trace", options));
      if (turn === this.#turn) this.#tell(answer);
    } catch (error) {
      if (turn === this.#turn) this.#refuse(error);
    } finally {
      if (turn === this.#turn) this.run.disabled = false;
    }
  }

  clear() {
    this.#turn++;
    this.run.disabled = false;
    this.app.results.show("seen", []);
    this.starts.clear();
    this.barriers.clear();
    this.answer = null;
    this.result.replaceChildren();
    this.#draw();
  }

  #mode(value, text) {
    return el(
      "button",
      {
        type: "button",
        role: "radio",
        "aria-checked": String(value === this.#adds),
        onclick: (event) => {
          this.#adds = value;
          for (const other of this.modes.children) other.setAttribute("aria-checked", String(other === event.currentTarget));
        },
      },
      text,
    );
  }

  #isInGraph(feature) {
    return isTraced(tableOf(this.app.network, feature));
  }

  #placed() {
    this.configuration.suitTables(this.starts.list.map(({ feature }) => feature.source));
    this.#draw();
  }

  #draw() {
    const geometry = this.answer?.aggregatedGeometry;
    this.app.results.show("trace", [
      ...(geometry ? ["polygon", "line", "point"].filter((kind) => geometry[kind]).map((kind) => ({ geometry: geometry[kind], look: "trace" })) : []),
      ...(this.answer?.stops ?? [])
        .filter(({ geometry }) => geometry)
        .map(({ geometry }) => ({ geometry, look: "stop" })),
      ...this.starts.items,
      ...this.barriers.items,
    ]);
  }

  /** The features and places of stops, of which the trace has only the ids. */
  async #know(answer) {
    const stops = [...(answer.stops ?? []), ...(answer.controllers ?? [])];
    const bars = stops.filter(({ reason }) => reason !== "deadEnd").slice(0, LISTED);
    const ends = stops.filter(({ reason }) => reason === "deadEnd").slice(0, LISTED);
    const isolation = Object.values(answer.isolation ?? {}).filter(Array.isArray)
      .flatMap((list) => list.slice(0, LISTED)).filter(({ globalID }) => globalID);
    const told = [...bars, ...ends, ...isolation];
    const known = await this.app.features(told.map(idOf));
    for (const one of told) {
      const { geometry, ...feature } = known.get(idOf(one)) ?? {};
      Object.assign(one, feature);
      if (one.reason && one.reason !== "deadEnd") one.geometry = pointOf(geometry);
    }
    return answer;
  }

  #tell(answer) {
    const { app } = this;
    this.answer = answer;
    this.#draw();
    const extent = extentOf(...Object.values(answer.aggregatedGeometry ?? {}).filter(Boolean));
    const count = counted(answer.features.length, "feature");
    this.result.replaceChildren(
      el(
        "header",
        { class: "result-head" },
        heading(count),
        extent && button("Show on the map", () => app.frame.fit(extent), { class: "button small" }),
      ),
      ...(answer.warnings ?? []).map((text) => el("p", { class: "warning" }, text)),
      ...(answer.cost !== undefined && answer.cost !== null ? [el("p", {}, `The path costs ${figure(answer.cost)}.`)] : []),
      ...this.#functions(answer.functions),
      ...this.#isolation(answer.isolation),
      ...this.#list("Controllers", answer.controllers ?? []),
      ...this.#stops(answer.stops ?? []),
      ...this.#sources(answer),
    );
    app.pointer.announce(`Trace done: ${count}.`);
    // A user who has switched to another tool stays there.
    if (app.tools.current !== this) return;
    this.result.focus({ preventScroll: true });
    this.result.scrollIntoView({ block: "nearest" });
    if (extent) app.frame.fit(extent);
  }

  #refuse(error) {
    this.answer = null;
    this.#draw();
    this.result.replaceChildren(
      el("p", { class: "warning", role: "alert" }, error.message),
      ...this.#stops(error.document?.stops ?? []),
    );
    this.result.scrollIntoView({ block: "nearest" });
  }

  #functions(functions = []) {
    if (!functions.length) return [];
    return [
      heading("Functions", 4),
      el(
        "dl",
        { class: "facts" },
        functions.map(({ type, attribute, result }) => [
          el("dt", {}, `${spoken(type)} of ${attribute}`),
          el("dd", {}, result === null ? "nothing" : figure(result, 3)),
        ]),
      ),
    ];
  }

  #isolation(isolation) {
    if (!isolation) return [];
    const others = new Set([...isolation.needed, ...isolation.alreadyShut].map(idOf));
    const leftOpen = isolation.boundary.filter((one) => !others.has(idOf(one)));
    return [
      el("p", { class: isolation.sourcesInside.length ? "warning" : "" }, `${isolation.headline}.`),
      ...this.#list("To be shut, in driving order", isolation.needed ?? [], { isWhole: true }),
      ...this.#list("Shut already", isolation.alreadyShut ?? [], { isWhole: true }),
      ...this.#list("May stay open", leftOpen, { isWhole: true }),
      ...this.#list("Also without supply", isolation.withoutSupply ?? []),
      ...this.#list("Sources", isolation.sources ?? [], { isWhole: true }),
    ];
  }

  /** Stops with their reasons: barriers first, dead ends last and folded. */
  #stops(stops) {
    const ends = stops.filter(({ reason }) => reason === "deadEnd");
    const others = stops.filter(({ reason }) => reason !== "deadEnd");
    return [
      ...this.#list("Where the trace stopped, and why", others, { hasReasons: true }),
      ...this.#list("Dead ends", ends, { hasReasons: true, isFolded: true }),
    ];
  }

  /** The lists that a crew works through are complete. */
  #list(title, features, { hasReasons = false, isFolded = false, isWhole = false } = {}) {
    if (!features.length) return [];
    return [
      el(
        "details",
        { class: "part", open: !isFolded },
        el("summary", {}, `${title} `, el("b", {}, features.length.toLocaleString())),
        el(
          "ul",
          { class: "rows" },
          (isWhole ? features : features.slice(0, LISTED)).map((feature) =>
            featureRow(feature, this.app, {
              detail: hasReasons ? [spoken(feature.reason), feature.detail].filter(Boolean).join(": ") : undefined,
              onclick: () => this.#see(feature),
            }),
          ),
        ),
        isWhole ? null : rest(features.length),
      ),
    ];
  }

  /** The result by source and asset type. */
  #sources(answer) {
    const groups = new Map();
    const seen = new Set();
    for (const element of answer.elements) {
      const id = `${element.source}/${idOf(element)}`;
      if (seen.has(id)) continue;
      seen.add(id);
      const source = groups.get(element.source) ?? groups.set(element.source, new Map()).get(element.source);
      const type = [element.assetGroup, element.assetType].filter(Boolean).join(" / ");
      (source.get(type) ?? source.set(type, []).get(type)).push(element);
    }
    return [...groups].flatMap(([source, types]) => [
      heading(source, 4),
      ...[...types]
        .sort((a, b) => b[1].length - a[1].length)
        .map(([type, elements]) => {
          const list = el("ul", { class: "rows" });
          return el(
            "details",
            {
              class: "part",
              ontoggle: () => {
                if (list.children.length) return;
                list.append(...elements.slice(0, LISTED).map((one) => featureRow(one, this.app, { onclick: () => this.#see(one) })));
              },
            },
            el("summary", {}, `${type} `, el("b", {}, elements.length.toLocaleString())),
            list,
            rest(elements.length),
          );
        }),
    ]);
  }

  async #see(feature) {
    try {
      const { geometry } = await this.app.feature(idOf(feature));
      if (!geometry) return this.app.notices.tell(`${titleOf(feature)} has no place on the map.`);
      this.app.results.show("seen", [{ geometry, look: "found" }]);
      this.app.frame.fit(extentOf(geometry), { least: 120 });
    } catch (error) {
      this.app.notices.fail(error);
    }
  }
}

function pointOf(geometry) {
  return geometry ? { type: "Point", coordinates: middleOf(geometry) } : null;
}

function rest(count) {
  return count > LISTED && el("p", { class: "hint" }, `and ${(count - LISTED).toLocaleString()} more`);
}
