// Search: a name, an origin, an id, or any text of an attribute.

import { el, icon } from "./dom.js";
import { titleOf } from "./names.js";
import { Latest } from "./latest.js";

const LIMIT = 12;

export class Search {
  #found = [];
  #chosen = -1;
  /** The text of the last answer, and whether Enter was pressed before the answer came. */
  #answered = "";
  #isWanted = false;

  constructor(app, form) {
    this.app = app;
    this.input = el("input", {
      type: "search",
      placeholder: "Search the network",
      autocomplete: "off",
      spellcheck: "false",
      role: "combobox",
      "aria-label": "Search the network",
      "aria-expanded": "false",
      "aria-controls": "search-list",
      "aria-autocomplete": "list",
      oninput: () => this.#ask(),
      onkeydown: (event) => this.#typed(event),
      onfocus: () => this.#open(this.#found.length > 0),
    });
    this.list = el("ul", { id: "search-list", role: "listbox", "aria-label": "Found", hidden: true });
    form.append(icon("search"), this.input, this.list);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("focusout", (event) => form.contains(event.relatedTarget) || this.#close());
    this.question = new Latest(
      (text) => app.service.get("/search", { text, limit: LIMIT }),
      (answer, text) => this.#show(answer, text),
    );
  }

  focus() {
    this.input.focus();
    this.input.select();
  }

  #ask() {
    this.#isWanted = false;
    if (this.#text) return this.question.question(this.#text);
    this.#found = [];
    this.#answered = "";
    this.#close();
  }

  get #text() {
    return this.input.value.trim();
  }

  #show(answer, text) {
    if (answer.error) return this.app.notices.fail(answer.error);
    this.#answered = text;
    this.#found = answer.found;
    this.#chosen = this.#found.length ? 0 : -1;
    this.list.replaceChildren(
      ...this.#found.map((one, i) =>
        el(
          "li",
          {
            role: "option",
            id: `found-${i}`,
            "aria-selected": String(i === this.#chosen),
            tabindex: "-1",
            // The field keeps the focus; otherwise the list would close before the click.
            onmousedown: (event) => event.preventDefault(),
            onclick: () => this.#take(one),
          },
          titleOf(one),
          el("small", {}, [one.source, one.origin].filter(Boolean).join(" · ")),
        ),
      ),
    );
    if (!this.#found.length) this.list.replaceChildren(el("li", { class: "empty", role: "option", "aria-disabled": "true", "aria-selected": "false" }, "No feature has this name."));
    this.app.pointer.announce(this.#found.length ? `${this.#found.length} found` : "Nothing found");
    this.#mark();
    if (this.#isWanted && this.#found.length) return this.#take(this.#found[0]);
    this.#open(true);
  }

  #typed(event) {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const count = this.#found.length;
      if (!count) return;
      this.#chosen = (this.#chosen + (event.key === "ArrowDown" ? 1 : count - 1)) % count;
      this.#mark();
    } else if (event.key === "Enter") {
      if (this.#text !== this.#answered) {
        this.#ask();
        this.#isWanted = true;
      } else if (this.#found[this.#chosen]) {
        this.#take(this.#found[this.#chosen]);
      }
    } else if (event.key === "Escape") {
      if (this.list.hidden) this.app.frame.element.focus();
      this.#close();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #mark() {
    [...this.list.children].forEach((item, i) => item.setAttribute("aria-selected", String(i === this.#chosen)));
    const item = this.list.children[this.#chosen];
    item?.scrollIntoView({ block: "nearest" });
    this.input.setAttribute("aria-activedescendant", item?.id ?? "");
  }

  #open(isOpen) {
    this.list.hidden = !isOpen;
    this.input.setAttribute("aria-expanded", String(isOpen));
  }

  /** Closes the list; an answer in flight does not open it again. */
  #close() {
    this.question.forget();
    this.#isWanted = false;
    this.#open(false);
  }

  async #take(found) {
    const { look, pointer, frame } = this.app;
    this.#close();
    frame.element.focus({ preventScroll: true });
    await look.show(found.globalID ?? found.id ?? `origin:${found.origin}`);
    if (found.at) pointer.goTo(found.at);
  }
}
