// Quiet notices at the edge of the map, which disappear by themselves; errors stay longer.

import { el, iconButton } from "./dom.js";

export class Notices {
  #element;

  constructor(element) {
    this.#element = element;
  }

  /** Shows a text, and returns the notice. `action` is a link in it, `{text, run}`. */
  tell(text, { isError = false, action = null } = {}) {
    const notice = el(
      "div",
      { class: isError ? "notice is-error" : "notice", role: isError ? "alert" : "status" },
      el("p", {}, text),
      action && el("button", { type: "button", class: "link", onclick: () => (action.run(), notice.remove()) }, action.text),
      iconButton("close", "Close this notice", () => notice.remove()),
    );
    this.#element.append(notice);
    while (this.#element.children.length > 3) this.#element.firstChild.remove();
    setTimeout(() => notice.remove(), isError ? 15_000 : 6_000);
    return notice;
  }

  /** Removes the action from a notice, since it would no longer do the same. */
  withdraw(notice) {
    notice?.querySelector(".link")?.remove();
  }

  fail(error) {
    this.tell(error.message, { isError: true });
  }
}
