// Commits of this page, and those of others that the service reports, so that the page shows the current network.

import { counted } from "./names.js";

const AGAIN = 2_000;

export class Commits {
  #app;
  #own = Promise.resolve();
  #listeners = new Set();
  #seen = new AbortController();
  #undoable = null;
  #isStepping = false;

  constructor(app) {
    this.#app = app;
  }

  /** Calls back after each commit, with whether this page made it. */
  onCommit(listener) {
    this.#listeners.add(listener);
  }

  /** Sends a request that writes; events from the service wait for its answer. */
  send(path, body, parameters) {
    const answer = this.#send(path, body, parameters);
    this.#own = answer.catch(() => {});
    return answer;
  }

  /** An answer has the revision of the file; tiles and events have that of the service. */
  async #send(path, body, parameters) {
    const answer = await this.#app.service.post(path, body, parameters);
    if (!answer.refused) this.#take(await this.#app.service.network(), true);
    return answer;
  }

  /** Reports the changes of this page's transaction. */
  done(answer, name) {
    const count = answer.committed.reduce((sum, { touched = [] }) => sum + touched.length, 0);
    this.#undoable = this.#app.notices.tell(`${name}: ${counted(count, "feature")} changed.`, {
      action: { text: "Undo", run: () => this.step("undo") },
    });
  }

  /** Undoes or redoes a step. A request during another one is ignored: the user has not seen the step between them. */
  async step(way) {
    if (this.#isStepping) return;
    this.#isStepping = true;
    try {
      const answer = await this.send(`/${way}`, {});
      if (answer.refused) return this.#app.notices.tell(answer.refused.problems.map(({ message }) => message).join("\n"), { isError: true });
      const names = answer.committed.map(({ name }) => name).join(", ");
      this.#app.notices.tell(`${way === "undo" ? "Undone" : "Done again"}: ${names}`);
    } catch (error) {
      this.#app.notices.fail(error);
    } finally {
      this.#isStepping = false;
    }
  }

  /** Listens while the page is visible: a browser has few connections to a service, and may show many pages of it. */
  listen() {
    const change = () => {
      this.#seen.abort();
      if (document.hidden) return;
      this.#seen = new AbortController();
      this.#follow(this.#seen.signal);
    };
    document.addEventListener("visibilitychange", change);
    change();
  }

  /** A broken connection is opened again. Its first event has the current revision, and missed commits are loaded. */
  async #follow(signal) {
    const each = async (kind, { revision, name }) => {
      await this.#own;
      const { revision: known } = this.#app;
      // A service that was started again may be at a lower revision than before.
      if (kind === "listening" ? revision !== known : revision > known) await this.#takeFromOthers(name, signal);
    };
    while (!signal.aborted) {
      try {
        await this.#app.service.events(each, signal);
      } catch (error) {
        if (error.status === 401) return;
      }
      if (!signal.aborted) await new Promise((done) => setTimeout(done, AGAIN));
    }
  }

  /** Loads the commits of others. */
  async #takeFromOthers(name, signal) {
    const before = this.#app.revision;
    const network = await this.#app.service.network(signal);
    const now = this.#app.revision;
    // A lower revision matters only when the service was started again, not when this page's commit was faster.
    if (network.revision === now || (now !== before && network.revision < now)) return;
    this.#take(network, false);
    this.#app.notices.tell(name ? `Another user: ${name}` : "Another user has changed the network.");
  }

  /** The network as it is now: numbers and counts of its layers may have changed. */
  #take(network, isOwn) {
    const { square } = this.#app.network;
    Object.assign(this.#app.network, network);
    this.#app.revision = network.revision;
    this.#app.looks.forget();
    this.#app.tiles.refresh(network.revision);
    if (String(network.square) !== String(square)) this.#app.frame.reshape(square);
    // The last step is a different one now.
    this.#app.notices.withdraw(this.#undoable);
    for (const listener of this.#listeners) listener(isOwn);
  }
}
