// Questions of the pointer: one in flight at most, and the newest wins.

export class Latest {
  #ask;
  #answer;
  #waiting = null;
  #isBusy = false;
  #number = 0;

  /** `ask` promises what `answer` is given, unless something newer was asked meanwhile. */
  constructor(ask, answer) {
    this.#ask = ask;
    this.#answer = answer;
  }

  question(value) {
    this.#waiting = { value, number: ++this.#number };
    if (!this.#isBusy) this.#go();
  }

  /** Forgets what is waiting, and the answer that is under way. */
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
