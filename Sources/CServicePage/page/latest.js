// Pointer requests: at most one in flight, and the newest wins.

export class Latest {
  #ask;
  #answer;
  #waiting = null;
  #isBusy = false;
  #number = 0;

  /** `ask` returns a promise of the argument of `answer`, which is not called after a newer request. */
  constructor(ask, answer) {
    this.#ask = ask;
    this.#answer = answer;
  }

  question(value) {
    this.#waiting = { value, number: ++this.#number };
    if (!this.#isBusy) this.#go();
  }

  /** Drops the waiting request, and the answer in flight. */
  forget() {
    this.#waiting = null;
    this.#number++;
  }

  async #go() {
    this.#isBusy = true;
    while (this.#waiting) {
      const { value, number } = this.#waiting;
      this.#waiting = null;
      let result = null;
      try {
        result = await this.#ask(value);
      } catch (error) {
        result = { error };
      }
      if (number === this.#number) this.#answer(result, value);
    }
    this.#isBusy = false;
  }
}
