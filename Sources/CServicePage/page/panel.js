// The side panel, or the sheet at the bottom of a narrow window.

export class Panel {
  #element;
  #title;
  #body;

  constructor(element, onclose) {
    this.#element = element;
    this.#title = element.querySelector("#panel-title");
    this.#body = element.querySelector("#panel-body");
    element.querySelector("#panel-close").addEventListener("click", onclose);
    element.querySelector("#panel-grip").addEventListener("click", () => {
      this.#lower(!element.classList.contains("is-low"));
    });
  }

  show(tool) {
    this.#title.textContent = tool.title;
    this.#body.replaceChildren(tool.element);
    this.#body.scrollTop = 0;
  }

  open() {
    this.#element.hidden = false;
    this.#lower(false);
  }

  /** Closes; for keyboard users the focus moves to `focus`. */
  close(focus) {
    if (this.#element.contains(document.activeElement)) focus?.focus({ preventScroll: true });
    this.#element.hidden = true;
  }

  /** In a narrow window, makes room for the map: the tool stays in use. */
  #lower(isLow) {
    this.#element.classList.toggle("is-low", isLow);
    this.#element.querySelector("#panel-grip").setAttribute("aria-expanded", String(!isLow));
  }

  /** The part of the map that it covers at the lower edge: none where it is beside the map. */
  get covered() {
    return matchMedia("(max-width: 700px)").matches ? this.#element.offsetHeight : 0;
  }
}
