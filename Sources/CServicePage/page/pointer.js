// The pointer on the map: mouse, finger, or a crosshair that arrow keys move. Tools only receive places.

const STEP = 10;
const EDGE = 48;
const REACH = { mouse: 8, touch: 18, keys: 8 };

export class Pointer {
  #frame;
  #tools;
  #cross;
  #bubble;
  #live;
  #pixel = null;
  #down = null;
  #lastPress = "";

  /** The current input: mouse, touch or keys. */
  way = "mouse";

  constructor(frame, tools, { cross, bubble, live }) {
    this.#frame = frame;
    this.#tools = tools;
    this.#cross = cross;
    this.#bubble = bubble;
    this.#live = live;
    const { map } = frame;
    map.on("mousemove", (event) => this.#moved(event));
    map.on("mouseout", () => this.quiet());
    map.on("click", (event) => this.#clicked(event));
    map.on("dblclick", (event) => this.#finished(event));
    map.on("movestart", () => this.#bubble.classList.add("is-away"));
    map.on("moveend", () => {
      this.#bubble.classList.remove("is-away");
      if (this.way === "keys") this.#crossed();
    });
    frame.element.addEventListener("pointerdown", (event) => this.#pressed(event));
    addEventListener("pointerup", () => this.#released());
    addEventListener("pointercancel", () => this.#released());
    frame.element.addEventListener("keydown", (event) => this.#typed(event));
    frame.element.addEventListener("blur", () => this.#hideCross());
    frame.element.addEventListener("focus", () => {
      if (frame.element.matches(":focus-visible")) this.#showCross();
    });
  }

  /** The tolerance for selecting, in map units. */
  get tolerance() {
    return this.#frame.units(REACH[this.way]);
  }

  /** Shows a text at the pointer, also to screen readers. `mark` names its style. */
  say(text, mark = "plain") {
    this.#bubble.textContent = text;
    this.#bubble.dataset.mark = mark;
    this.#bubble.hidden = !text;
    this.#place();
    clearTimeout(this.speaking);
    if (text) this.speaking = setTimeout(() => this.announce(text), 250);
  }

  /** Announces a text to screen readers only. */
  announce(text) {
    clearTimeout(this.speaking);
    this.#live.textContent = text;
  }

  quiet() {
    this.#bubble.hidden = true;
    this.#tools.current?.out?.();
  }

  /** Asks the tool again about the place where the pointer rests. */
  again() {
    if (this.#pixel) this.#tools.current?.move?.(this.#frame.place(this.#pixel));
  }

  #place() {
    if (!this.#pixel) return;
    const [x, y] = this.#pixel;
    const { clientWidth, clientHeight } = this.#frame.element;
    this.#bubble.classList.toggle("is-left", x > clientWidth - 300);
    this.#bubble.classList.toggle("is-above", y > clientHeight - 140);
    this.#bubble.style.transform = `translate(${x}px, ${y}px)`;
  }

  #moved(event) {
    if (this.way === "touch") return;
    this.way = "mouse";
    this.#hideCross();
    this.#pixel = [event.containerPoint.x, event.containerPoint.y];
    this.#place();
    const at = [event.latlng.lng, event.latlng.lat];
    if (this.#down) this.#tools.current?.drag?.(at);
    else this.#tools.current?.move?.(at);
  }

  #clicked(event) {
    if (this.#down || event.originalEvent?.detail > 1) return;
    this.#pixel = [event.containerPoint.x, event.containerPoint.y];
    const tool = this.#tools.current ?? this.#tools.use("look");
    tool.click?.([event.latlng.lng, event.latlng.lat]);
  }

  #finished(event) {
    const tool = this.#tools.current;
    if (tool?.finish) tool.finish();
    else this.#frame.map.setZoomAround(event.latlng, this.#frame.map.getZoom() + 1);
  }

  #pressed(event) {
    this.way = event.pointerType === "mouse" ? "mouse" : "touch";
    this.#hideCross();
    if (event.button !== 0) return;
    const box = this.#frame.element.getBoundingClientRect();
    const pixel = [event.clientX - box.x, event.clientY - box.y];
    if (!this.#tools.current?.grab?.(this.#frame.place(pixel))) return;
    // The held vertex moves, not the map.
    this.#down = pixel;
    this.#pixel = pixel;
    this.#frame.map.dragging.disable();
    const follow = (move) => {
      this.#pixel = [move.clientX - box.x, move.clientY - box.y];
      this.#place();
      this.#tools.current?.drag?.(this.#frame.place(this.#pixel));
    };
    if (this.way === "touch") {
      addEventListener("pointermove", follow);
      addEventListener("pointerup", () => removeEventListener("pointermove", follow), { once: true });
    }
  }

  #released() {
    if (!this.#down) return;
    this.#tools.current?.drop?.(this.#frame.place(this.#pixel));
    this.#frame.map.dragging.enable();
    // The click at the end of a drag is ignored.
    setTimeout(() => (this.#down = null));
  }

  #typed(event) {
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const tool = this.#tools.current;
    if (arrows[event.key]) {
      const step = event.shiftKey ? 1 : event.altKey || event.ctrlKey ? 8 * STEP : STEP;
      this.#step(arrows[event.key].map((way) => way * step));
    } else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      // Handled by the keys of the page, wherever the focus is.
      return;
    } else if (event.key === "Enter" && this.way !== "keys") {
      if (tool?.finish) tool.finish();
      else this.#showCross();
    } else if (event.key === "Enter" || event.key === " ") {
      this.#press();
    } else {
      return;
    }
    event.preventDefault();
  }

  /** Enter at the crosshair: a click. A second one at the same place finishes, like a double click. */
  #press() {
    const tool = this.#tools.current;
    const at = this.#frame.place(this.#pixel);
    const press = `${tool?.id} ${at}`;
    const isSecond = press === this.#lastPress;
    this.#lastPress = press;
    if (tool?.isHolding) tool.drop(at);
    else if (isSecond && tool?.finish) tool.finish();
    else if (!tool?.grab?.(at)) tool?.click?.(at);
  }

  #step([dx, dy]) {
    if (this.way !== "keys") this.#showCross();
    const { clientWidth, clientHeight } = this.#frame.element;
    let [x, y] = [this.#pixel[0] + dx, this.#pixel[1] + dy];
    const over = (value, size) => (value < EDGE ? value - EDGE : value > size - EDGE ? value - size + EDGE : 0);
    const pan = [over(x, clientWidth), over(y, clientHeight)];
    if (pan[0] || pan[1]) this.#frame.map.panBy(pan, { animate: false });
    this.#pixel = [x - pan[0], y - pan[1]];
    this.#crossed();
  }

  #showCross() {
    this.way = "keys";
    const { clientWidth, clientHeight } = this.#frame.element;
    this.#pixel ??= [clientWidth / 2, clientHeight / 2];
    this.#crossed();
  }

  #crossed() {
    this.#cross.hidden = false;
    this.#cross.style.transform = `translate(${this.#pixel[0]}px, ${this.#pixel[1]}px)`;
    this.#place();
    const at = this.#frame.place(this.#pixel);
    const tool = this.#tools.current;
    if (tool?.isHolding) tool.drag(at);
    else tool?.move?.(at);
  }

  #hideCross() {
    this.#cross.hidden = true;
    if (this.way === "keys") this.way = "mouse";
    this.#lastPress = "";
  }

  /** The place of the pointer; the middle of the map before its first move. */
  get at() {
    const { clientWidth, clientHeight } = this.#frame.element;
    return this.#frame.place(this.#pixel ?? [clientWidth / 2, clientHeight / 2]);
  }

  /** Moves the crosshair to a place, for keyboard users. */
  goTo(at) {
    this.#pixel = this.#frame.pixel(at);
    if (this.way === "keys") this.#crossed();
  }
}
