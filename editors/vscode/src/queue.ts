// Runs asynchronous steps one after the other, so that two restarts can not overlap.

export class Queue {
  private tail: Promise<unknown> = Promise.resolve();

  /** The step starts when all earlier ones have ended, however they ended. */
  add<T>(step: () => Promise<T>): Promise<T> {
    const result = this.tail.then(step, step);
    this.tail = result.catch(() => undefined);
    return result;
  }
}
