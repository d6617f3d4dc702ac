// Elements. Texts are inserted as text only, since a network may contain hostile ones.

/** An element with attributes, listeners (`onclick`) and children; null children are left out. */
export function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** One of the drawings at the head of index.html. */
export function icon(name) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "icon");
  svg.setAttribute("aria-hidden", "true");
  const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
  use.setAttribute("href", `#icon-${name}`);
  svg.append(use);
  return svg;
}

export function button(text, onclick, { symbol, ...attributes } = {}) {
  return el("button", { type: "button", class: "button", onclick, ...attributes }, symbol && icon(symbol), el("span", {}, text));
}

export function iconButton(symbol, label, onclick, attributes = {}) {
  return el("button", { type: "button", class: "icon-button", "aria-label": label, title: label, onclick, ...attributes }, icon(symbol));
}

let fields = 0;

/** A control under its label. */
export function field(label, control, hint) {
  control.id ||= `field-${++fields}`;
  return el("div", { class: "field" }, el("label", { for: control.id }, label), control, hint && el("p", { class: "hint" }, hint));
}

export function select(options, value, onchange, attributes = {}) {
  const control = el(
    "select",
    { onchange: () => onchange(control.value), ...attributes },
    options.map((option) => {
      const { value, text } = typeof option === "string" ? { value: option, text: option } : option;
      return el("option", { value }, text);
    }),
  );
  if (value !== undefined && value !== null) control.value = value;
  return control;
}

export function check(text, checked, onchange, attributes = {}) {
  const box = el("input", { type: "checkbox", checked, onchange: () => onchange(box.checked), ...attributes });
  return el("label", { class: "check" }, box, el("span", {}, text));
}

export function heading(text, level = 3) {
  return el(`h${level}`, {}, text);
}

/** Fills an element again; the control in use keeps its place. */
export function refill(element, ...children) {
  const controls = () => [...element.querySelectorAll("a, button, input, select, summary")];
  const used = controls().indexOf(document.activeElement);
  element.replaceChildren(...children);
  if (used >= 0) (controls()[used] ?? controls().at(-1))?.focus({ preventScroll: true });
}
