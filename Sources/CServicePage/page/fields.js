// The fields of what is drawn: values to give it, chosen where a field has coded values.

import { el, field, select } from "./dom.js";

const KEPT = new Set(["OBJECTID", "GLOBALID", "ASSETGROUP", "ASSETTYPE", "ORIGIN", "SHAPE", "FROMDEVICETERMINAL", "TODEVICETERMINAL"]);

export class Fields {
  #network;
  #onchange;
  values = {};

  constructor(network, onchange) {
    this.#network = network;
    this.#onchange = onchange;
    this.body = el("div", { class: "stack" });
    this.element = el("details", { class: "part" }, el("summary", {}, "Attributes"), this.body);
  }

  /** Offers the fields of an asset type; of none, none. */
  suit(type) {
    this.values = {};
    const table = type && this.#network.tables.find(({ name }) => name === type.table);
    const fields = (table?.fields ?? []).filter(({ name }) => !KEPT.has(name.toUpperCase()));
    this.element.hidden = !fields.length;
    this.body.replaceChildren(...fields.map((one) => field(one.name, this.#control(one))));
  }

  #control({ name, type, domain }) {
    const set = (value) => {
      if (value === "") delete this.values[name];
      else this.values[name] = value;
      this.#onchange();
    };
    if (domain?.length) {
      return select([{ value: "", text: "" }, ...domain.map(({ code, name }) => ({ value: String(code), text: name }))], "", (value) =>
        set(value === "" ? "" : domain.find(({ code }) => String(code) === value).code),
      );
    }
    const isNumber = /int|real|double|float|numeric/i.test(type ?? "");
    const input = el("input", { type: isNumber ? "number" : "text", step: "any", autocomplete: "off" });
    input.addEventListener("change", () => set(input.value === "" ? "" : isNumber ? Number(input.value) : input.value));
    return input;
  }
}
