// Commits: one's own, and those of others that the service tells, so that what is shown is what is there.

import { counted } from "./names.js";

const AGAIN = 2_000;

export class Commits {
  #app;
  #own = Promise.resolve();
  #listeners = new Set();

  constructor(app) {
    this.#app = app;
  }

  /** Calls back after each commit, with whether it was one's own. */
  onCommit(listener) {
    this.#listeners.add(listener);
  }

  /** Sends something that writes; what the service tells meanwhile waits for the answer. */
  send(path, body, parameters) {
    const answer = this.#app.service.post(path, body, parameters);
    this.#own = answer.catch(() => {});
    return answer;
  }

  /** Takes over what one's own transaction has changed. */
  done(answer, name) {
    this.#take(answer.revision, true);
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
      this.#take(answer.revision, true);
      const names = answer.committed.map(({ name }) => name).join(", ");
      this.#app.notices.tell(`${way === "undo" ? "Undone" : "Done again"}: ${names}`);
    } catch (error) {
      this.#app.notices.fail(error);
    }
  }

  /** Listens for ever; a connection that breaks is made anew, and what was missed taken over. */
  async listen() {
    for (;;) {
      try {
        await this.#app.service.events((kind, data) => kind === "commit" && this.#told(data));
      } catch (error) {
        if (error.status === 401 || error.status === 404) return;
      }
      await new Promise((done) => setTimeout(done, AGAIN));
      await this.#catchUp();
    }
  }

  async #told({ revision, name }) {
    await this.#own;
    if (revision === this.#app.revision) return;
    this.#take(revision, false);
    this.#app.notices.tell(name ? `Somebody else: ${name}` : "Somebody else has changed the network.");
  }

  async #catchUp() {
    try {
      const { revision } = await this.#app.service.get("/network");
      if (revision !== this.#app.revision) this.#take(revision, false);
    } catch {
      // The service is still away: the next turn asks again.
    }
  }

  #take(revision, isOwn) {
    this.#app.revision = revision;
    this.#app.tiles.refresh(revision);
    for (const listener of this.#listeners) listener(isOwn);
  }
}
