/** The job is retried, after at least `seconds` if given. Users may read the message. */
export class RetryLater extends Error {
  readonly seconds: number | undefined;
  constructor(message: string, seconds?: number) {
    super(message);
    this.seconds = seconds;
  }
}

export const STORAGE_AWAY =
  'File storage is not available right now, so nothing was changed. Please try again in a minute.';

/** Storage did not answer, or not with an answer of use. */
export class StorageAway extends Error {}

/** The job must wait until then. It counts neither as a failure nor toward the time after which a job is given up. Users
 * may read the message. */
export class Postponed extends Error {
  readonly until: Date;
  constructor(message: string, until: Date) {
    super(message);
    this.until = until;
  }
}

/** A retry would not help. `failed` lists the failed ids of the payload if the others succeeded. Users may read the
 * message. */
export class PermanentFailure extends Error {
  readonly failed: readonly FailedId[] | undefined;
  constructor(message: string, failed?: readonly FailedId[]) {
    super(message);
    this.failed = failed;
  }
}
export type FailedId = { id: string; reason: string };

/** The job came too late and needs no action. */
export class Expired extends PermanentFailure {}

export const LINK_EXPIRED = 'The link ran out before the mail service came back';
