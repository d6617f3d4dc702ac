// Keys: their actions, which apply everywhere except in fields, and their list.

import { check, el, iconButton } from "./dom.js";

const KEY = "geosnap-keys";

const ON_MAP = [
  ["Arrow keys", "move the crosshair; with Shift finely, with Alt far"],
  ["Enter", "clicks at the crosshair"],
  ["Enter twice, Ctrl+Enter", "finishes and saves a drawing"],
  ["Escape", "removes the last vertex, leaves a container, closes"],
  ["Delete", "deletes the vertex under the pointer"],
];

export class Keys {
  #app;
  #bindings = new Map();
  #dialog = null;
  isOn = localStorage.getItem(KEY) !== "off";

  constructor(app, search) {
    this.#app = app;
    const { map } = app.frame;
    const bind = (key, text, run) => this.#bindings.set(key, { text, run });
    for (const tool of app.tools.all) bind(tool.key, tool.title, () => app.tools.use(tool.id));
    bind("/", "searches", () => search.focus());
    bind("m", "goes to the map", () => app.frame.element.focus());
    bind("j", "goes to the panel", () => document.querySelector("#panel-body :is(button, input, select, summary)")?.focus());
    bind("+", "zooms in", () => map.setZoomAround(latLng(app.pointer.at), map.getZoom() + 1));
    bind("-", "zooms out", () => map.setZoomAround(latLng(app.pointer.at), map.getZoom() - 1));
    bind("0", "shows the whole network", () => app.frame.whole());
    bind("p", "prints", () => app.print());
    bind("?", "lists the keys", () => this.open());
    this.#bindings.set("=", this.#bindings.get("+"));
    addEventListener("keydown", (event) => this.#typed(event));
  }

  open() {
    this.#dialog ??= this.#build();
    this.#dialog.showModal();
  }

  #typed(event) {
    if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
    const isField = event.target.matches("input:not([type=checkbox]), select, textarea");
    const tool = this.#app.tools.current;
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z" && !isField) {
      // Holding a key counts as one press: the next step may belong to another user.
      if (this.#app.network.canEdit && !event.repeat && (event.shiftKey || !tool?.undo?.())) this.#app.commits.step(event.shiftKey ? "redo" : "undo");
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "p") {
      this.#app.print();
    } else if ((event.ctrlKey || event.metaKey) && event.key === "Enter") {
      // Text that is being typed is set first, as when the field loses the focus.
      const isTyped = isField && event.target.localName === "input";
      if (isTyped && !event.target.reportValidity()) return event.preventDefault();
      if (isTyped) event.target.dispatchEvent(new Event("change"));
      if (tool?.finish) tool.finish();
      else tool?.trace?.();
    } else if (event.key === "Escape") {
      if (isField) event.target.blur();
      else if (!tool?.goBack?.()) this.#app.tools.leave();
    } else if (event.key === "Delete" && !isField) {
      tool?.remove?.();
    } else if (!isField && this.isOn && !event.ctrlKey && !event.metaKey && !event.altKey && this.#bindings.has(event.key)) {
      this.#bindings.get(event.key).run();
    } else {
      return;
    }
    event.preventDefault();
  }

  #build() {
    const rows = [...this.#bindings].filter(([key]) => key !== "=");
    const list = (pairs) => el("dl", { class: "keys" }, pairs.map(([key, text]) => [el("dt", {}, el("kbd", {}, key)), el("dd", {}, text)]));
    const dialog = el(
      "dialog",
      { "aria-labelledby": "keys-title" },
      el("header", {}, el("h2", { id: "keys-title" }, "Keys"), iconButton("close", "Close", () => dialog.close())),
      el(
        "div",
        { class: "columns" },
        el("section", {}, el("h3", {}, "On the map"), list(ON_MAP)),
        el(
          "section",
          {},
          el("h3", {}, "From anywhere"),
          list([...rows.map(([key, { text }]) => [key.toUpperCase(), text]), ["Ctrl+Z, Ctrl+Shift+Z", "removes the last vertex, or undoes; redoes"], ["Ctrl+Enter", "traces, saves"]]),
        ),
      ),
      check("Keys of one letter", this.isOn, (isOn) => {
        this.isOn = isOn;
        localStorage.setItem(KEY, isOn ? "on" : "off");
      }),
    );
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    document.body.append(dialog);
    return dialog;
  }
}

function latLng([x, y]) {
  return [y, x];
}
