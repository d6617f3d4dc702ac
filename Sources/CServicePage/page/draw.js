// Draw: lines, points and areas under the rules, and vertices that are dragged. One drawing is one transaction.

import { AssetTypeChoice } from "./assettype.js";
import { button, check, el, refill } from "./dom.js";
import { Drawing, named } from "./drawing.js";
import { Fields } from "./fields.js";
import { Latest } from "./latest.js";
import { counted, idOf, titleOf } from "./names.js";
import { problemList, refusalCard } from "./remedies.js";
import { Snapping, outcome } from "./snapping.js";
import { Tool } from "./tool.js";

/** Codes of problems that may be left for later: coincident features without connectivity. */
const UNCONNECTED = ["noConnectivityRule", "noJunctionBetweenLines", "stackedPoints", "ambiguousTerminal", "noRule", "needsJunction", "stackedJunctions"];

export class Draw extends Tool {
  #at = null;
  #answer = null;
  #held = null;
  #choices = {};
  #work = Promise.resolve();
  #subject;

  constructor(app) {
    const about = "Lines and points snap where the rules allow it. A refused place shows the reason and a remedy.";
    super(app, { id: "draw", key: "d", title: "Draw by the rules", label: "Draw", about });
    const types = app.network.assetTypes.filter(({ kind, table }) => kind && table);
    this.types = types;
    this.choice = new AssetTypeChoice(types, firstType(app.network, types), (type) => this.#choose(type));
    this.snapping = new Snapping(app, () => app.pointer.again());
    this.fields = new Fields(app.network, () => this.#look());
    this.what = el("div", { class: "stack", "aria-live": "polite" });
    this.shared = check("Move what is joined along", true, (isOn) => {
      this.drawing.movesShared = isOn;
      this.#look();
    });
    this.subject = el("div", { class: "stack" }, this.choice.element);
    this.save = button("Save", () => this.finish(), { symbol: "check", class: "button primary" });
    this.back = button("Take back", () => this.goBack(), {});
    this.element = el(
      "div",
      { class: "stack" },
      this.subject,
      (this.hint = el("p", { class: "hint" })),
      el("div", { class: "actions is-sticky" }, this.save, this.back),
      this.what,
      this.fields.element,
      this.snapping.element,
      check("Snap to the network", true, (isOn) => {
        this.snapping.isOn = isOn;
        app.pointer.again();
      }),
    );
    this.question = new Latest(
      (at) => this.#ask(at, this.#held ? this.#held.index : this.drawing.vertices.length),
      (answer) => this.#told(answer),
    );
    this.check = new Latest(
      (transaction) => app.service.post("/transactions", transaction, { check: true }),
      (answer) => this.#checked(answer),
    );
    app.actions.push(
      {
        label: "Move",
        symbol: "move",
        fits: (feature) => app.network.canEdit && Drawing.canRedraw(feature.geometry) && Boolean(this.#typeOf(feature)),
        run: (feature) => app.latest(feature, (now) => this.redraw(now)),
      },
      {
        label: "Draw another",
        symbol: "draw",
        fits: (feature) => app.network.canEdit && Boolean(this.#typeOf(feature)),
        run: (feature) => {
          app.tools.use("draw");
          this.choice.choose(this.#typeOf(feature));
        },
      },
    );
    app.actions.push({
      label: "Delete",
      symbol: "delete",
      fits: (feature) => app.network.canEdit && Boolean(this.#typeOf(feature)),
      run: (feature) => this.delete(feature),
    });
    app.commits.onCommit((isOwn) => !isOwn && this.#compare());
    this.#begin(this.choice.value);
  }

  /** Deletes a feature, and merges two lines that a junction joined where that is possible. */
  async delete(feature) {
    const { app } = this;
    const name = `Delete ${titleOf(feature)}`;
    const healsLines = feature.geometry?.type === "Point";
    try {
      const answer = await app.commits.send("/transactions", { name, edits: [{ delete: named(feature), healsLines }] });
      if (answer.refused) return app.notices.tell(answer.refused.problems.map(({ message }) => message).join("\n"), { isError: true });
      app.commits.done(answer, name);
      app.look.forget();
    } catch (error) {
      app.notices.fail(error);
    }
  }

  enter() {
    this.#show();
  }

  leave() {
    this.question.forget();
    this.check.forget();
    this.app.pointer.say("");
    this.app.sketch.show("draw", []);
    this.app.sketch.show("mark", []);
  }

  /** Starts moving the vertices of a feature. */
  redraw(feature) {
    this.app.tools.use("draw");
    this.#putAway();
    this.#start(new Drawing(this.#typeOf(feature), feature));
    this.app.frame.fit(extent(this.drawing.places), { least: 60 });
  }

  get isHolding() {
    return this.#held !== null;
  }

  move(at) {
    this.#at = at;
    this.question.question(at);
    this.#sketch();
  }

  out() {
    this.question.forget();
    this.#answer = null;
    this.app.sketch.show("mark", []);
  }

  /** Picks up a vertex near a place. */
  grab(at) {
    const index = this.#near(at);
    if (index === null) return false;
    this.#held = { index, before: this.drawing.vertices[index] };
    this.#sketch();
    this.app.pointer.announce("Vertex held. Arrow keys move it, Enter drops it.");
    return true;
  }

  drag(at) {
    // The feature of the vertex may be saved by now.
    if (!this.#held) return this.move(at);
    this.#at = at;
    this.drawing.vertices[this.#held.index] = { at, isSnapped: false };
    this.question.question(at);
    this.#sketch();
  }

  drop(at) {
    const { drawing } = this;
    const held = this.#held;
    this.#held = null;
    // A drawing that was saved meanwhile is no longer this one.
    return held && this.#after(() => this.drawing === drawing && this.#dropped(at, held));
  }

  /** Runs tasks one after the other, whichever answer comes first. */
  #after(work) {
    return (this.#work = this.#work.then(work).catch((error) => this.app.notices.fail(error)));
  }

  async #dropped(at, held) {
    this.question.forget();
    const answer = await this.#ask(at, held.index);
    const { mark, at: place } = outcome(answer);
    if (answer.error) {
      this.drawing.vertices[held.index] = held.before;
      this.app.notices.fail(answer.error);
    } else if (mark === "prevented") {
      this.drawing.vertices[held.index] = held.before;
      this.#refused(answer.refused, held.index);
    } else {
      this.drawing.vertices[held.index] = { at: place ? place.slice(0, 2) : at, isSnapped: Boolean(place) };
      this.#look();
    }
    this.#sketch();
  }

  click(at) {
    return this.#after(() => this.#clicked(at));
  }

  async #clicked(at) {
    this.question.forget();
    if (this.drawing.feature) return this.#insert(at);
    const answer = await this.#ask(at, this.drawing.vertices.length);
    if (answer.error) return this.app.notices.fail(answer.error);
    const { mark, at: place, text } = outcome(answer);
    if (mark === "prevented") {
      this.app.pointer.say(text, mark);
      return this.#refused(answer.refused, this.drawing.vertices.length);
    }
    this.#put(place ? place.slice(0, 2) : at, Boolean(place));
  }

  /** Escape: releases a vertex, takes back a vertex, or leaves the redrawn feature. */
  goBack() {
    if (this.#held) {
      this.drawing.vertices[this.#held.index] = this.#held.before;
      this.#held = null;
      this.#look();
    } else if (this.drawing.feature) {
      this.#begin(this.choice.value);
    } else if (!this.drawing.isEmpty) {
      this.drawing.takeBack();
      this.#look();
    } else {
      return false;
    }
    this.#sketch();
    this.#show();
    return true;
  }

  /** Ctrl+Z during drawing: as Escape. */
  undo() {
    return !this.drawing.isEmpty && this.goBack();
  }

  /** Delete: removes the vertex under the pointer. */
  remove() {
    const index = this.#at && this.#near(this.#at);
    if (index === null || this.drawing.vertices.length < 2) return;
    this.drawing.vertices.splice(index, 1);
    this.#look();
    this.#sketch();
  }

  /** Saves. A double click arrives before the answer to its first click; later clicks begin the next drawing. */
  finish(options) {
    return this.#after(() => this.#save(options));
  }

  async #save({ allowsUnconnected = false } = {}) {
    const { app, drawing } = this;
    if (!drawing.isComplete) return;
    this.check.forget();
    try {
      const answer = await app.commits.send("/transactions", this.#transaction(), { "allow-unconnected": allowsUnconnected });
      if (answer.refused) return this.#notSaved(answer.refused);
      app.commits.done(answer, drawing.name);
      if (!drawing.feature) this.choice.used(drawing.type);
      if (this.drawing === drawing) this.#begin(this.choice.value);
    } catch (error) {
      app.notices.fail(error);
    }
  }

  /** Vertices between the ends of a moved line are inner ones; during drawing the last one is an end. */
  #roleOf(index) {
    if (this.drawing.kind !== "line") return "point";
    return index > 0 && index < this.drawing.vertices.length - 1 ? "inner-vertex" : "line-end";
  }

  /** The target that a vertex at a place would join: a junction of this drawing, or else one that the rules allow. */
  async #ask(at, index) {
    const { drawing, app } = this;
    const reach = app.pointer.tolerance;
    const placed = drawing.placed.find((one) => Math.hypot(one.at[0] - at[0], one.at[1] - at[1]) <= reach);
    if (placed) return { match: { ...placed.type, location: placed.at, rule: 0, because: "it is placed with this drawing" } };
    try {
      const editing = this.drawing.feature ? idOf(this.drawing.feature) : null;
      return await this.snapping.ask(at, this.drawing.type, { editing, role: this.#roleOf(index) });
    } catch (error) {
      return { error };
    }
  }

  #begin(type) {
    this.#start(new Drawing(type));
  }

  /** Applies a newly chosen type to the drawing, where both have the same kind of geometry. */
  #choose(type) {
    const { drawing } = this;
    if (drawing.feature || drawing.isEmpty || drawing.type.kind !== type.kind) {
      this.#putAway();
      return this.#begin(type);
    }
    const isOtherTable = drawing.type.table !== type.table;
    drawing.type = type;
    this.snapping.suit(type);
    if (isOtherTable) this.fields.suit(type.table);
    this.#look();
    this.#sketch();
  }

  /** Keeps an unsaved drawing at hand before another one begins. */
  #putAway() {
    const { drawing } = this;
    if (drawing.feature || drawing.isEmpty) return;
    this.app.notices.tell("Your drawing is put away.", {
      action: {
        text: "Continue this drawing",
        run: () => {
          this.app.tools.use("draw");
          this.#putAway();
          this.#begin(this.choice.value);
          this.choice.choose(drawing.type);
          this.#start(drawing);
          this.#look();
        },
      },
    });
  }

  /** Reports that another user has changed the redrawn feature: saving would undo that change. */
  async #compare() {
    const { drawing, app } = this;
    const { feature } = drawing;
    if (!feature) return;
    const now = await app.feature(idOf(feature)).catch(() => null);
    if (this.drawing !== drawing || JSON.stringify(now?.geometry) === JSON.stringify(feature.geometry)) return;
    app.notices.tell(`Another user has ${now ? "changed" : "deleted"} ${titleOf(feature)}.`, {
      isError: true,
      action: now && { text: "Begin with the present state", run: () => this.redraw(now) },
    });
  }

  #start(drawing) {
    const isOther = this.drawing?.type !== drawing.type;
    this.drawing = drawing;
    drawing.movesShared = this.shared.firstChild.checked;
    this.#choices = {};
    this.#held = null;
    this.what.replaceChildren();
    if (isOther) this.snapping.suit(drawing.type);
    this.fields.suit(drawing.feature ? null : drawing.type.table);
    this.#show();
    if (this.app.tools.current === this) this.#sketch();
  }

  #put(at, isSnapped) {
    this.#answer = null;
    if (!this.drawing.add(at, isSnapped)) return;
    this.what.replaceChildren();
    this.#look();
    this.#sketch();
    this.app.pointer.announce(`Vertex ${this.drawing.vertices.length} placed.`);
  }

  /** Adds a vertex to the redrawn line where it is clicked. */
  #insert(at) {
    const { vertices, kind } = this.drawing;
    if (kind === "point") return;
    const reach = this.app.pointer.tolerance;
    for (let i = 1; i < vertices.length; i++) {
      const [a, b] = [vertices[i - 1].at, vertices[i].at];
      const square = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2;
      const share = square ? Math.max(0, Math.min(1, ((at[0] - a[0]) * (b[0] - a[0]) + (at[1] - a[1]) * (b[1] - a[1])) / square)) : 0;
      const place = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
      if (Math.hypot(place[0] - at[0], place[1] - at[1]) > reach) continue;
      vertices.splice(i, 0, { at: place, isSnapped: false });
      this.#sketch();
      return this.#look();
    }
  }

  #near(at) {
    const reach = this.app.pointer.tolerance * 1.25;
    let best = { distance: reach, index: null };
    this.drawing.vertices.forEach(({ at: [x, y] }, index) => {
      const distance = Math.hypot(x - at[0], y - at[1]);
      if (distance <= best.distance) best = { distance, index };
    });
    // A click on the last vertex of a line being drawn continues or ends it.
    return best.index;
  }

  #told(answer) {
    this.#answer = answer;
    const { mark, text } = outcome(answer);
    this.app.pointer.say(text, mark);
    this.#sketch();
  }

  #refused(refused, index) {
    const put = (at) => {
      if (index < this.drawing.vertices.length) {
        this.drawing.vertices[index] = { at: at.slice(0, 2), isSnapped: true };
        this.#sketch();
        this.#look();
      } else {
        this.#put(at.slice(0, 2), true);
      }
    };
    this.what.replaceChildren(
      refusalCard(refused, this.types, {
        place: (type, at) => {
          this.drawing.place(type, at.slice(0, 2));
          put(at);
        },
        change: (type) => this.choice.choose(type),
        use: put,
        enable: (name) => {
          this.snapping.enable(name);
          this.what.replaceChildren();
        },
        widen: (tolerance) => {
          this.snapping.widen(tolerance);
          this.what.replaceChildren();
        },
      }),
    );
    this.app.panel.open();
  }

  #transaction() {
    // A terminal belongs to the device for which it was chosen.
    const chosen = Object.entries(this.#choices).filter(([name, { at }]) => at === String(this.#endOf(name)));
    const terminals = Object.fromEntries(chosen.map(([name, { terminal }]) => [name, terminal]));
    this.drawing.attributes = { ...this.fields.values, ...terminals };
    const transaction = this.drawing.transaction;
    if (this.drawing.feature && chosen.length)
      transaction.edits.push({ setAttributes: transaction.edits.at(-1).redraw, attributes: terminals });
    return transaction;
  }

  /** The end of the line that the terminal field is about. */
  #endOf(name) {
    return this.drawing.places.at(name === "FROMDEVICETERMINAL" ? 0 : -1);
  }

  /** What-if: asks for the effects of saving. */
  #look() {
    this.#show();
    if (this.drawing.isComplete) this.check.question(this.#transaction());
    else this.what.replaceChildren();
  }

  #checked(answer) {
    if (this.app.tools.current !== this) return;
    if (answer.error) return this.what.replaceChildren(el("p", { class: "warning" }, answer.error.message));
    if (answer.refused) return this.#notSaved(answer.refused);
    const drawn = answer.committed.flatMap(({ drawn = [] }) => drawn);
    const sum = (key) => drawn.reduce((total, one) => total + (one[key] ?? 0), 0);
    const lines = [
      [sum("insertedVertices"), "inserts", "vertex", "vertices"],
      [sum("splits"), "splits", "line", "lines"],
      [sum("associations"), "adds", "association", "associations"],
    ].filter(([count]) => count);
    const touched = new Set(answer.committed.flatMap(({ touched = [] }) => touched.map(idOf))).size;
    const choices = drawn.at(-1)?.terminalChoices ?? [];
    refill(
      this.what,
      el(
        "section",
        { class: "card is-good" },
        el("h3", {}, "Saving is allowed"),
        el("p", {}, lines.length ? `It ${lines.map(([count, verb, one, many]) => `${verb} ${count} ${count === 1 ? one : many}`).join(", ")}.` : "The feature joins the network as it is."),
        el("p", { class: "hint" }, `${counted(touched, "feature")} would be touched.`),
        choices.filter(({ terminals }) => terminals.length > 1).map((choice) => this.#terminal(choice)),
      ),
    );
  }

  #terminal({ lineEnd, terminals, terminal }) {
    const name = lineEnd === "start" ? "FROMDEVICETERMINAL" : "TODEVICETERMINAL";
    return el(
      "label",
      { class: "field" },
      el("span", {}, `Terminal at the ${lineEnd} of the line`),
      el(
        "select",
        {
          onchange: (event) => {
            this.#choices[name] = { terminal: Number(event.target.value), at: String(this.#endOf(name)) };
            this.#look();
          },
        },
        terminals.map((one) => el("option", { value: one.id, selected: one.id === terminal }, one.name)),
      ),
    );
  }

  #notSaved(refused) {
    const isLoose = refused.problems.every(({ code }) => UNCONNECTED.includes(code));
    this.what.replaceChildren(
      el(
        "section",
        { class: "card is-refused", role: "alert" },
        el("h3", {}, "Saving would be refused"),
        problemList(refused),
        isLoose && el("div", { class: "actions" }, button("Save without connecting", () => this.finish({ allowsUnconnected: true }), { class: "button small danger" })),
      ),
    );
  }

  #show() {
    const { drawing } = this;
    const isNew = !drawing.feature;
    this.#showSubject(drawing.feature);
    this.save.disabled = !drawing.isComplete;
    this.back.hidden = !isNew;
    this.back.disabled = drawing.isEmpty;
    this.hint.textContent = !isNew
      ? "Drag a vertex. A click on the line adds a vertex, Delete removes a vertex. Enter saves."
      : drawing.kind === "point"
        ? "Click the place of the point. Enter or a double click saves."
        : "Click for each vertex. Enter or a double click saves, Escape removes the last vertex.";
  }

  /** Shows the choice of a type for the drawing, or the feature. Content that is shown already keeps its focus. */
  #showSubject(feature) {
    if (this.#subject === feature) return;
    this.#subject = feature;
    this.subject.replaceChildren(
      ...(feature
        ? [el("p", {}, el("b", {}, titleOf(feature))), this.shared, button("Leave it as it was", () => this.goBack(), { class: "button small" })]
        : [this.choice.element]),
    );
  }

  #sketch() {
    const { drawing, app } = this;
    const { mark, at } = outcome(this.#answer);
    const target = at && mark !== "prevented" ? at : this.#at;
    const point = (coordinates) => ({ type: "Point", coordinates });
    const isAhead = !drawing.feature && !this.#held && drawing.kind !== "point" && drawing.vertices.length > 0 && target;
    app.sketch.show("draw", [
      ...(drawing.geometry && drawing.kind !== "point" ? [{ geometry: drawing.geometry, look: "drawing" }] : []),
      ...(isAhead ? [{ geometry: { type: "LineString", coordinates: [drawing.places.at(-1), target] }, look: "ahead" }] : []),
      ...drawing.placed.map((one) => ({ geometry: point(one.at), look: "placed" })),
      ...drawing.places.map((place, i) => ({ geometry: point(place), look: this.#held?.index === i ? "held" : "handle" })),
    ]);
    app.sketch.show("mark", this.#at && this.#answer ? [{ geometry: point(at ?? this.#at), look: mark }] : []);
  }

  #typeOf(feature) {
    return this.types.find(
      ({ table, assetGroup, assetType }) => table === feature.source && assetGroup === feature.assetGroup && assetType === feature.assetType,
    );
  }
}

/** The type of a first drawing: one of the line table with the most features, or else the first type. */
function firstType(network, types) {
  const lines = network.tables.filter(({ kind, usage }) => kind === "line" && usage).sort((a, b) => b.features - a.features);
  return types.find(({ table }) => table === lines[0]?.name) ?? types[0];
}

function extent(places) {
  const [xs, ys] = [places.map(([x]) => x), places.map(([, y]) => y)];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
