// The choice of an asset type: table, asset group and asset type.

import { button, el, field, select } from "./dom.js";

const RECENT = 4;

export class AssetTypeChoice {
  #types;
  #onchange;
  #recent = [];

  constructor(types, first, onchange) {
    this.#types = types;
    this.#onchange = onchange;
    this.table = select(unique(types.map(({ table }) => table)), first.table, () => this.#go());
    this.group = select([], undefined, () => this.#go(true));
    this.type = select([], undefined, () => this.#tell());
    this.recent = el("div", { class: "actions", role: "group", "aria-label": "Used before" });
    this.element = el("div", { class: "stack" }, field("Table", this.table), field("Asset group", this.group), field("Asset type", this.type), this.recent);
    this.#fill(first);
    this.value = first;
  }

  choose(type) {
    this.table.value = type.table;
    this.#fill(type);
    this.#tell();
  }

  /** Adds a used type to the buttons for recent types. */
  used(type) {
    this.#recent = [type, ...this.#recent.filter((other) => other !== type)].slice(0, RECENT);
    this.recent.replaceChildren(...this.#recent.map((one) => button(one.assetType, () => this.choose(one), { class: "button small", title: one.path })));
  }

  #fill(type) {
    options(this.group, unique(this.#types.filter(({ table }) => table === this.table.value).map(({ assetGroup }) => assetGroup)), type?.assetGroup);
    this.#fillTypes(type);
  }

  #fillTypes(type) {
    const types = this.#types.filter(({ table, assetGroup }) => table === this.table.value && assetGroup === this.group.value);
    options(this.type, types.map(({ assetType }) => assetType), type?.assetType);
  }

  #go(isGroup = false) {
    if (isGroup) this.#fillTypes();
    else this.#fill();
    this.#tell();
  }

  #tell() {
    this.value = this.#types.find(
      ({ table, assetGroup, assetType }) => table === this.table.value && assetGroup === this.group.value && assetType === this.type.value,
    );
    this.#onchange(this.value);
  }
}

function options(control, names, value) {
  control.replaceChildren(...names.map((name) => el("option", { value: name }, name)));
  if (value !== undefined) control.value = value;
}

function unique(names) {
  return [...new Set(names)];
}
