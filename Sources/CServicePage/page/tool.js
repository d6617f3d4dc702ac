// What the tools of the rail share.

import { Latest } from "./latest.js";
import { titleOf } from "./names.js";

/** A tool: its texts, the key that opens it, and its `element` in the panel. Methods handle its actions on the map. */
export class Tool {
  constructor(app, { id, key, title, label = title, about }) {
    Object.assign(this, { app, id, symbol: id, key, title, label, about });
  }
}

/** A tool that tells what is under the pointer. */
export class PointingTool extends Tool {
  /** `limit` is the number of features that are requested at the pointer. */
  constructor(app, texts, limit) {
    super(app, texts);
    this.hover = new Latest(
      (at) => app.identify(at, limit),
      (answer) => app.pointer.say(this.under(answer?.hits ?? [])),
    );
  }

  /** The text at the pointer, by the features there. */
  under([hit]) {
    return hit ? titleOf(hit) : "";
  }

  move(at) {
    this.hover.question(at);
  }

  out() {
    this.hover.forget();
  }

  leave() {
    this.hover.forget();
    this.app.pointer.say("");
  }
}
