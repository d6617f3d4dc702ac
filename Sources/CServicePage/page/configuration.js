// The configuration of a trace: its origin, and its rows, which can be disabled, removed and added.

import { button, check, el, field, iconButton, refill, select } from "./dom.js";
import { OPERATORS, expression, quoted, rowsOf } from "./conditions.js";
import { attributesOf, domainsOf } from "./definition.js";
import { spoken } from "./names.js";

const PARTS = ["containers", "content", "structures", "barriers", "isolated"];
const FUNCTIONS = ["add", "average", "count", "max", "min", "subtract"];

export class Configuration {
  #network;
  /** The tiers and saved configurations by the values of their choices, since others may change the lists meanwhile. */
  #sources;
  #source = null;
  #rows = [];
  #filters = [];
  #functions = [];
  #parts = new Map();
  #cost = "";
  #type = "connected";

  constructor(network) {
    this.#network = network;
    const attributes = network.attributes;
    this.#sources = new Map([
      ...network.tiers.map((tier, i) => [`tier:${i}`, tier]),
      ...network.traceConfigurations.map((saved, i) => [`saved:${i}`, saved]),
    ]);
    const choices = [
      { value: "", text: "Of the tier that the starts are in" },
      ...[...this.#sources].map(([value, { name, domainNetwork }]) => ({
        value,
        text: value.startsWith("tier") ? `Tier ${name} (${domainNetwork})` : name,
      })),
    ];
    this.source = select(choices, "", (value) => this.#choose(value));
    this.rows = el("ul", { class: "rows", "aria-label": "What bars" });
    this.filterRows = el("ul", { class: "rows", "aria-label": "What filters" });
    this.functionRows = el("ul", { class: "rows", "aria-label": "Functions" });
    this.about = el("p", { class: "hint" });
    this.cost = select([{ value: "", text: "Number of elements" }, ...attributes, "Shape length"], "", (value) => (this.#cost = value));
    this.costField = field("Cost of the path", this.cost);
    this.filterPart = el(
      "details",
      { class: "part" },
      el("summary", {}, "Filter conditions"),
      el("p", { class: "hint" }, "Barriers while results are collected. An isolation trace needs such a condition, for example category = Isolating."),
      this.filterRows,
      this.#builder("Add a filter", (text) => {
        this.#filters.push({ text, isOn: true });
        this.#show();
      }),
    );
    this.parts = el(
      "details",
      { class: "part" },
      el("summary", {}, "Content of the result"),
      PARTS.map((part) => check(spoken(part), part === "barriers", (isOn) => this.#parts.set(part, isOn))),
    );
    this.element = el(
      "div",
      { class: "stack" },
      field("Configuration", this.source),
      this.about,
      el(
        "details",
        { class: "part", open: true },
        el("summary", {}, "Condition barriers"),
        this.rows,
        this.#builder("Add a condition", (text) => {
          this.#rows.push({ text, isOn: true, isAdded: true });
          this.#show();
        }),
        (this.reset = button("Reset to the configuration", () => this.#choose(this.source.value), { class: "button small" })),
      ),
      this.filterPart,
      el(
        "details",
        { class: "part" },
        el("summary", {}, "Functions"),
        el("p", { class: "hint" }, "Values to sum up over the result."),
        this.functionRows,
        this.#functionBuilder(attributes),
      ),
      this.parts,
      this.costField,
    );
    this.#choose("");
  }

  /** Shows the options of a type of trace. */
  suit(type) {
    this.#type = type;
    this.costField.hidden = type !== "shortestPath";
    if (type === "isolation") this.filterPart.open = true;
    this.#show();
  }

  /** The rows of the only possible tier, when none was chosen. */
  suitTables(tables) {
    if (this.source.value) return;
    const names = domainsOf(this.#network, tables);
    const tiers = this.#network.tiers.filter(({ domainNetwork }) => names.has(domainNetwork));
    const next = tiers.length === 1 ? tiers[0] : null;
    // A tier is a different object after each commit.
    if (next?.name === this.#source?.name && next?.domainNetwork === this.#source?.domainNetwork) return;
    this.#source = next;
    this.#rows = [...this.#given(), ...this.#rows.filter(({ isAdded }) => isAdded)];
    this.#show();
  }

  /** The options of the trace. */
  get options() {
    const options = {};
    const chosen = this.#sources.get(this.source.value);
    if (this.source.value.startsWith("tier")) {
      options.tier = chosen.name;
      options["domain-network"] = chosen.domainNetwork;
    } else if (chosen) {
      options.config = chosen.name;
    }
    const given = this.#rows.filter(({ isAdded }) => !isAdded);
    const isChanged = given.some(({ isOn }) => !isOn);
    const rows = this.#rows.filter(({ isOn, isAdded }) => isOn && (isAdded || isChanged));
    if (isChanged) options["no-tier-conditions"] = true;
    if (rows.length) options.condition = rows.map(({ text }) => text);
    const filters = this.#filters.filter(({ isOn }) => isOn);
    if (filters.length) options["filter-condition"] = filters.map(({ text }) => text);
    const functions = this.#functions.filter(({ isOn }) => isOn);
    if (functions.length) options.function = functions.map(({ text }) => text);
    const parts = [...this.#parts].filter(([part]) => part !== "isolated" || this.#type === "isolation");
    const include = parts.filter(([part, isOn]) => isOn && part !== "barriers").map(([part]) => part);
    if (include.length) options.include = include;
    if (this.#parts.get("barriers") === false) options.exclude = ["barriers"];
    if (this.#type === "shortestPath" && this.#cost) options.cost = this.#cost;
    return options;
  }

  #given() {
    return rowsOf(this.#source?.configuration?.conditionBarriers, this.#network).map((text) => ({ text, isOn: true }));
  }

  #choose(value) {
    this.#source = this.#sources.get(value) ?? null;
    this.#rows = this.#given();
    this.#show();
  }

  #show() {
    this.about.textContent = this.#source
      ? this.#source.summary ?? ""
      : this.#type === "connected"
        ? "A connected trace has no barriers unless you choose a tier or add a condition."
        : "Choose a tier to see its rows and to switch them.";
    this.about.hidden = !this.about.textContent;
    this.reset.hidden = !this.#rows.some(({ isOn, isAdded }) => isAdded || !isOn);
    this.#fill(this.rows, this.#rows, "Nothing bars.");
    this.#fill(this.filterRows, this.#filters, "No filter.");
    this.#fill(this.functionRows, this.#functions, "No function.");
  }

  #fill(list, rows, none) {
    refill(
      list,
      ...rows.map((row) =>
        el(
          "li",
          { class: "row" },
          check(row.text, row.isOn, (isOn) => {
            row.isOn = isOn;
            this.#show();
          }),
          iconButton("close", `Remove ${row.text}`, () => {
            // A row of the configuration is disabled; one that the user added is removed.
            if (rows === this.#rows && !row.isAdded) row.isOn = false;
            else rows.splice(rows.indexOf(row), 1);
            this.#show();
          }),
        ),
      ),
    );
    if (!rows.length) list.replaceChildren(el("li", { class: "empty" }, none));
  }

  /** Attribute, operator and value; the value is a choice where the attribute has coded values. */
  #builder(title, add) {
    const attributes = attributesOf(this.#network);
    const names = [...attributes.map(({ name }) => name), "Category"];
    const value = el("div", { class: "grow" });
    const operator = select(OPERATORS, "=", () => {}, { "aria-label": "Operator" });
    const values = () => {
      const domain = attributes.find(({ name }) => name === attribute.value)?.domain;
      const control = domain?.length
        ? select(domain.map(({ code, name }) => ({ value: String(code), text: name })), undefined, () => {}, { "aria-label": "Value" })
        : el("input", { type: "text", "aria-label": "Value", placeholder: "Value", autocomplete: "off" });
      value.replaceChildren(control);
    };
    const attribute = select(names, names[0], values, { "aria-label": "Attribute" });
    if (names.length) values();
    return el(
      "div",
      { class: "builder", role: "group", "aria-label": title },
      attribute,
      operator,
      value,
      button("Add", () => {
        const given = value.firstChild.value;
        if (given === "") return value.firstChild.focus();
        add(
          attribute.value === "Category"
            ? `category ${operator.value === "!=" ? "!=" : "="} ${quoted(given, true)}`
            : expression(attribute.value, operator.value, given, this.#network),
        );
      }),
    );
  }

  #functionBuilder(attributes) {
    const type = select(FUNCTIONS.map((value) => ({ value, text: spoken(value) })), "add", () => {}, { "aria-label": "Function" });
    const attribute = select([...attributes, "Shape length"], "Shape length", () => {}, { "aria-label": "Attribute of the function" });
    return el(
      "div",
      { class: "builder", role: "group", "aria-label": "Add a function" },
      type,
      attribute,
      button("Add", () => {
        this.#functions.push({ text: `${type.value}(${quoted(attribute.value)})`, isOn: true });
        this.#show();
      }),
    );
  }
}
