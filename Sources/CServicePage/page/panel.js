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
      const isTall = element.classList.toggle("is-tall");
      element.querySelector("#panel-grip").setAttribute("aria-expanded", String(isTall));
    });
  }

  show(tool) {
    this.#title.textContent = tool.title;
    this.#body.replaceChildren(tool.element);
    this.#body.scrollTop = 0;
  }

  open() {
    this.#element.hidden = false;
  }

  close() {
    this.#element.hidden = true;
  }

  /** How much of the map it covers at the lower edge: none where it stands beside the map. */
  get covered() {
    return matchMedia("(max-width: 700px)").matches ? this.#element.offsetHeight : 0;
  }
}
