// Commits: one's own, and those of others that the service tells, so that what is shown is what is there.

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

  /** Calls back after each commit, with whether it was one's own. */
  onCommit(listener) {
    this.#listeners.add(listener);
  }

  /** Sends something that writes; what the service tells meanwhile waits for the answer. */
  send(path, body, parameters) {
    const answer = this.#send(path, body, parameters);
    this.#own = answer.catch(() => {});
    return answer;
  }

  /** The revision of the answer is that of the file; tiles and events have that of the service. */
  async #send(path, body, parameters) {
    const answer = await this.#app.service.post(path, body, parameters);
    if (!answer.refused) this.#take(await this.#app.service.network(), true);
    return answer;
  }

  /** Tells what one's own transaction has changed. */
  done(answer, name) {
    const count = answer.committed.reduce((sum, { touched = [] }) => sum + touched.length, 0);
    this.#undoable = this.#app.notices.tell(`${name}: ${counted(count, "feature")} changed.`, {
      action: { text: "Undo", run: () => this.step("undo") },
    });
  }

  /** Undoes or redoes a step. What is asked for while one is under way is not done: who presses twice sees no step between. */
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

  /** Listens while the page is seen: a browser has few connections to a service, and may have many of its pages. */
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

  /** A connection that breaks is made anew. Its first event says the revision of now: what was missed is taken over. */
  async #follow(signal) {
    const each = async (kind, { revision, name }) => {
      await this.#own;
      const { revision: known } = this.#app;
      // A service that has begun anew may be at a lower revision than before.
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

  /** Takes over what others have committed. */
  async #takeFromOthers(name, signal) {
    const before = this.#app.revision;
    const network = await this.#app.service.network(signal);
    const now = this.#app.revision;
    // What is older is so only where the service has begun anew, not when one's own commit was faster.
    if (network.revision === now || (now !== before && network.revision < now)) return;
    this.#take(network, false);
    this.#app.notices.tell(name ? `Somebody else: ${name}` : "Somebody else has changed the network.");
  }

  /** The network as it is now: its layers may have other numbers and counts than before. */
  #take(network, isOwn) {
    const { square } = this.#app.network;
    Object.assign(this.#app.network, network);
    this.#app.revision = network.revision;
    this.#app.looks.forget();
    this.#app.tiles.refresh(network.revision);
    if (String(network.square) !== String(square)) this.#app.frame.reshape(square);
    // Another step is the last one now.
    this.#app.notices.withdraw(this.#undoable);
    for (const listener of this.#listeners) listener(isOwn);
  }
}
