// The sheet of a feature: its description, its attributes, and its actions.

import { mayContain, tableOf } from "./definition.js";
import { el, button, icon } from "./dom.js";
import { extentOf, lengthOf, partsOf } from "./geometry.js";
import { counted, figure, idOf, titleOf } from "./names.js";

/** A feature from the service, with the buttons of suitable actions. */
export function featureSheet(feature, app, at = null) {
  const path = [feature.assetGroup, feature.assetType].filter(Boolean).join(" / ") || feature.source;
  const values = feature.attributes.filter(({ value }) => value !== null && value !== undefined && value !== "");
  const empty = feature.attributes.filter((attribute) => !values.includes(attribute));
  const actions = app.actions.filter((action) => action.fits(feature));
  const sheet = el(
    "article",
    { class: "sheet", "aria-label": titleOf(feature) },
    el(
      "header",
      {},
      icon(symbolOf(feature, app)),
      el("div", {}, el("h3", {}, feature.name ?? titleOf(feature)), el("p", { class: "quiet" }, `${feature.source} · ${path}`)),
    ),
    el(
      "div",
      { class: "actions" },
      actions.map((action) => button(action.label, () => action.run(feature, at), { symbol: action.symbol, class: "button small" })),
    ),
    el(
      "dl",
      { class: "facts" },
      facts(feature, app.network.unit).map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
    ),
    values.length > 0 && el("h4", {}, "Attributes"),
    el(
      "dl",
      { class: "facts" },
      values.map(({ field, alias, value, text }) => [el("dt", { title: field }, alias ?? field), el("dd", {}, text ?? String(value))]),
    ),
    empty.length > 0 &&
      el(
        "details",
        {},
        el("summary", {}, `${counted(empty.length, "empty field")}`),
        el("p", { class: "quiet" }, empty.map(({ field, alias }) => alias ?? field).join(", ")),
      ),
  );
  return sheet;
}

/** A row that names a feature; a click shows it. */
export function featureRow(feature, app, { detail, onclick, end } = {}) {
  return el(
    "li",
    { class: "row" },
    el(
      "button",
      { type: "button", class: "row-main", onclick: onclick ?? (() => app.look.show(idOf(feature))) },
      icon(symbolOf(feature, app)),
      el("span", {}, titleOf(feature), detail && el("small", {}, detail)),
    ),
    end,
  );
}

/** The mark of a layer in legends and rows. */
export function swatch(layer, app) {
  const mark = el("i", { class: `swatch is-${layer.kind === "point" ? layer.symbol : layer.kind}${app.looks.isOutline(layer) ? " is-outline" : ""}`, "aria-hidden": "true" });
  mark.style.setProperty("--swatch", app.looks.colour(layer));
  return mark;
}

/** The symbol for a feature's kind: a point, a line, an area, a container. */
function symbolOf(feature, app) {
  const table = tableOf(app.network, feature);
  return mayContain(table) ? "container" : table?.kind ?? "point";
}

function facts(feature, unit) {
  const list = [];
  if (feature.origin) list.push(["Origin", feature.origin]);
  list.push(["Id", idOf(feature)]);
  const { points, lines, rings } = partsOf(feature.geometry);
  const digits = unit === "°" ? 7 : 3;
  if (points.length === 1) list.push(["Place", points[0].slice(0, 2).map((value) => value.toFixed(digits)).join(", ")]);
  if (lines.length) {
    const sum = lines.reduce((length, line) => length + lengthOf(line), 0);
    list.push(["Length", `${figure(sum, 2)} ${unit ?? ""}`]);
  }
  if (rings.length) {
    const [minX, minY, maxX, maxY] = extentOf(feature.geometry);
    list.push(["Extent", `${figure(maxX - minX)} × ${figure(maxY - minY)}`]);
  }
  if (feature.terminals?.length) list.push(["Terminals", feature.terminals.map(({ name }) => name).join(", ")]);
  if (feature.associations) list.push(["Associations", String(feature.associations)]);
  return list;
}
