// Commits: one's own, and those of others that the service tells, so that what is shown is what is there.

import { counted } from "./names.js";

const AGAIN = 2_000;

export class Commits {
  #app;
  #own = Promise.resolve();
  #listeners = new Set();
  #leaving;

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
    if (!answer.refused) this.#take(await this.#app.service.get("/network"), true);
    return answer;
  }

  /** Tells what one's own transaction has changed. */
  done(answer, name) {
    const count = answer.committed.reduce((sum, { touched = [] }) => sum + touched.length, 0);
    this.#app.notices.tell(`${name}: ${counted(count, "feature")} changed.`, {
      action: { text: "Undo", run: () => this.step("undo") },
    });
  }

  /** Undoes or redoes a step. */
  async step(way) {
    try {
      const answer = await this.send(`/${way}`, {});
      if (answer.refused) return this.#app.notices.tell(answer.refused.problems.map(({ message }) => message).join("\n"), { isError: true });
      const names = answer.committed.map(({ name }) => name).join(", ");
      this.#app.notices.tell(`${way === "undo" ? "Undone" : "Done again"}: ${names}`);
    } catch (error) {
      this.#app.notices.fail(error);
    }
  }

  /** Listens for ever. A page that is left listens no more, until one comes back to it. */
  listen() {
    this.#begin();
    addEventListener("pagehide", () => this.#leaving.abort());
    addEventListener("pageshow", ({ persisted }) => persisted && this.#begin());
  }

  /** A browser has few connections to a service, so of all its pages one holds that of events and tells the others. */
  async #begin() {
    this.#leaving = new AbortController();
    const { signal } = this.#leaving;
    const others = new BroadcastChannel("geosnap-commits");
    others.onmessage = ({ data }) => (data ? this.#told(data) : this.#catchUp());
    this.#catchUp();
    const hold = () => this.#hold(others, signal);
    try {
      // Without locks, as at an address that the browser holds for unsafe, each page listens for itself.
      await (navigator.locks ? navigator.locks.request("geosnap-events", { signal }, hold) : hold());
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      others.close();
    }
  }

  /** Holds the connection. One that breaks is made anew, and what was missed meanwhile taken over. */
  async #hold(others, signal) {
    const opened = () => {
      others.postMessage(null);
      this.#catchUp();
    };
    const each = (kind, data) => {
      if (kind !== "commit") return;
      others.postMessage(data);
      this.#told(data);
    };
    while (!signal.aborted) {
      try {
        await this.#app.service.events(opened, each, signal);
      } catch (error) {
        if (error.status === 401 || error.status === 404) return;
      }
      await new Promise((done) => setTimeout(done, AGAIN));
    }
  }

  async #told({ revision, name }) {
    await this.#own;
    if (revision <= this.#app.revision) return;
    this.#take(await this.#app.service.get("/network"), false);
    this.#app.notices.tell(name ? `Somebody else: ${name}` : "Somebody else has changed the network.");
  }

  async #catchUp() {
    try {
      const network = await this.#app.service.get("/network");
      if (network.revision !== this.#app.revision) this.#take(network, false);
    } catch {
      // The service is still away: the next turn asks again.
    }
  }

  /** The network as it is now: its layers may have other numbers and counts than before. */
  #take(network, isOwn) {
    // A network that has grown lies in another square: the map is made anew, where it was.
    if (String(network.square) !== String(this.#app.network.square)) return location.reload();
    Object.assign(this.#app.network, network);
    this.#app.revision = network.revision;
    this.#app.looks.forget();
    this.#app.tiles.refresh(network.revision);
    for (const listener of this.#listeners) listener(isOwn);
  }
}
