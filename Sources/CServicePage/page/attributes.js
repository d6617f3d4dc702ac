// Attributes: the values of a feature's fields, changed as one transaction.

import { button, el } from "./dom.js";
import { named } from "./drawing.js";
import { Fields, fieldsOf } from "./fields.js";
import { idOf, titleOf } from "./names.js";
import { problemList } from "./remedies.js";

/** The action of a feature's sheet that offers its fields. */
export function attributesAction(app) {
  return {
    label: "Edit attributes",
    symbol: "check",
    fits: (feature) => app.network.canEdit && fieldsOf(app.network, feature.source).length > 0,
    // The sheet may be older than the feature.
    run: (feature) => app.latest(feature, (now) => offer(app, now)),
  };
}

/** Shows the fields in place of the sheet. */
function offer(app, feature) {
  const told = el("div", { "aria-live": "polite" });
  const save = button("Save", () => commit(), { symbol: "check", class: "button primary", disabled: true });
  const fields = new Fields(app.network, () => {
    save.disabled = !Object.keys(fields.values).length;
    told.replaceChildren();
  });
  fields.suit(feature.source, Object.fromEntries(feature.attributes.map(({ field, value }) => [field, value])));
  fields.element.open = true;

  async function commit() {
    if ([...fields.element.querySelectorAll("input")].some((input) => !input.reportValidity())) return;
    if (!Object.keys(fields.values).length) return close();
    const name = `Attributes of ${titleOf(feature)}`;
    const edits = [{ setAttributes: named(feature), attributes: fields.values }];
    save.disabled = true;
    try {
      const answer = await app.commits.send("/transactions", { name, edits });
      if (answer.refused) return told.replaceChildren(el("section", { class: "card is-refused", role: "alert" }, el("h3", {}, "This is not saved"), problemList(answer.refused)));
      app.commits.done(answer, name);
      await close();
    } catch (error) {
      app.notices.fail(error);
    } finally {
      save.disabled = false;
    }
  }
  const close = () => app.look.show(idOf(feature), { isSeen: true });
  // A value that is still being typed is not set yet.
  fields.element.addEventListener("input", () => (save.disabled = false));
  fields.element.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.target.localName !== "input") return;
    event.preventDefault();
    event.target.dispatchEvent(new Event("change"));
    if (!save.disabled) commit();
  });

  app.look.fill(
    el("h3", {}, titleOf(feature)),
    fields.element,
    told,
    el("div", { class: "actions is-sticky" }, save, button("Leave it as it was", close)),
  );
  fields.element.querySelector("input, select")?.focus();
}
