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

  /** Closes; who worked in it by keys goes on where `focus` is. */
  close(focus) {
    if (this.#element.contains(document.activeElement)) focus?.focus({ preventScroll: true });
    this.#element.hidden = true;
  }

  /** In a narrow window, makes room for the map: the tool stays in use. */
  #lower(isLow) {
    this.#element.classList.toggle("is-low", isLow);
    this.#element.querySelector("#panel-grip").setAttribute("aria-expanded", String(!isLow));
  }

  /** How much of the map it covers at the lower edge: none where it stands beside the map. */
  get covered() {
    return matchMedia("(max-width: 700px)").matches ? this.#element.offsetHeight : 0;
  }
}
