// Refusals with their reasons and remedies, as buttons where the page can carry them out at once.

import { button, el } from "./dom.js";
import { shortened, titleOf } from "./names.js";

const OFFERED = 8;

/** The card of a place's refusals. `can` does `place`, `change`, `use`, `enable`, `widen`, each with its argument. */
export function refusalCard(refused, types, can) {
  return el(
    "section",
    { class: "card is-refused", role: "alert" },
    el("h3", {}, "Nothing may be joined here"),
    refused.slice(0, 3).map((refusal) =>
      el(
        "div",
        { class: "refusal" },
        el("p", {}, el("b", {}, titleOf(refusal)), `: ${shortened(refusal.because, refusal.fits)}.`),
        refusal.remedy?.sentence && el("p", { class: "hint" }, shortened(refusal.remedy.sentence, refusal.remedy.assetTypes)),
        el("div", { class: "actions" }, buttons(refusal, types, can)),
      ),
    ),
  );
}

function buttons({ remedy, location }, types, can) {
  const offered = (remedy?.assetTypes ?? [])
    .map((path) => types.find((type) => type.path === path))
    .filter(Boolean)
    .slice(0, OFFERED);
  const small = { class: "button small" };
  switch (remedy?.kind) {
    case "placeJunction":
      return offered.map((type) => button(`Place ${type.assetGroup} / ${type.assetType}`, () => can.place(type, location), small));
    case "changeAssetType":
      return offered.map((type) => button(`Draw ${type.assetGroup} / ${type.assetType}`, () => can.change(type), small));
    case "useEnd":
      return [button("Use the end of the line", () => can.use(remedy.location), small)];
    case "enable":
      return [button(`Snap to ${remedy.source}`, () => can.enable(remedy.assetGroup ? `${remedy.source}/${remedy.assetGroup}` : remedy.source), small)];
    case "widen":
      return [button("Reach so far", () => can.widen(remedy.tolerance), small)];
    default:
      return [];
  }
}

/** The problems of a refused transaction. */
export function problemList(refused) {
  return el(
    "ul",
    { class: "problems" },
    refused.problems.map(({ message, code }) => el("li", {}, message, el("small", {}, code))),
  );
}
