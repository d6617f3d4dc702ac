// The fields of a feature, with values to set; fields with coded values have choices.

import { el, field, select } from "./dom.js";

const KEPT = new Set(["OBJECTID", "GLOBALID", "ASSETGROUP", "ASSETTYPE", "ORIGIN", "SHAPE", "FROMDEVICETERMINAL", "TODEVICETERMINAL"]);

/** The fields of a table that users edit. */
export function fieldsOf(network, table) {
  const fields = network.tables.find(({ name }) => name === table)?.fields ?? [];
  return fields.filter(({ name, type }) => !KEPT.has(name.toUpperCase()) && type !== "blob");
}

export class Fields {
  #network;
  #onchange;
  /** The values that were set or changed; null for a removed value. */
  values = {};

  constructor(network, onchange) {
    this.#network = network;
    this.#onchange = onchange;
    this.body = el("div", { class: "stack" });
    this.element = el("details", { class: "part" }, el("summary", {}, "Attributes"), this.body);
  }

  /** Shows the fields of a table with their present values; no fields without a table. */
  suit(table, held = {}) {
    this.values = {};
    const fields = fieldsOf(this.#network, table);
    this.element.hidden = !fields.length;
    this.body.replaceChildren(...fields.map((one) => field(one.name, this.#control(one, held[one.name] ?? ""))));
  }

  #control({ name, type, domain }, held) {
    const set = (value) => {
      if (value === held) delete this.values[name];
      else this.values[name] = value === "" ? null : value;
      this.#onchange();
    };
    if (domain?.length) {
      const known = domain.some(({ code }) => code === held) || held === "" ? domain : [{ code: held, name: String(held) }, ...domain];
      return select([{ value: "", text: "" }, ...known.map(({ code, name }) => ({ value: String(code), text: name }))], String(held), (value) =>
        set(value === "" ? "" : known.find(({ code }) => String(code) === value).code),
      );
    }
    const isNumber = ["integer", "real"].includes(type);
    const input = el("input", { type: isNumber ? "number" : "text", step: "any", autocomplete: "off", value: String(held) });
    input.addEventListener("change", () => {
      // For a browser, a text that is not a number is empty, which would remove the value.
      if (!input.reportValidity()) return;
      set(input.value === "" ? "" : isNumber ? Number(input.value) : input.value);
    });
    return input;
  }
}
