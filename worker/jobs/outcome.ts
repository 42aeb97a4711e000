/** Not now: the outbox tries again, no sooner than in `seconds` where the outsider named them. The message says why, in
 * words a user may read. */
export class Later extends Error {
  readonly seconds: number | undefined;
  constructor(message: string, seconds?: number) {
    super(message);
    this.seconds = seconds;
  }
}

/** Never: trying again would change nothing. */
export class Never extends Error {}
