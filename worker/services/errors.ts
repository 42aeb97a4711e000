/** Not now: the outbox tries again, no sooner than in `seconds` where the external service named them. The message says
 * why, in words a user may read. */
export class RetryLater extends Error {
  readonly seconds: number | undefined;
  constructor(message: string, seconds?: number) {
    super(message);
    this.seconds = seconds;
  }
}

/** Trying again would change nothing. `failed` names those of the payload's ids that failed, each with its reason, where
 * the others did not. The message says why, in words a user may read. */
export class PermanentFailure extends Error {
  readonly failed: readonly FailedId[] | undefined;
  constructor(message: string, failed?: readonly FailedId[]) {
    super(message);
    this.failed = failed;
  }
}
export type FailedId = { id: string; reason: string };

/** The time for it has passed, and nobody needs to do anything about it. */
export class Expired extends PermanentFailure {}

/** Why a link is not mailed any more. */
export const LINK_EXPIRED = 'The link ran out before the mail service came back';
