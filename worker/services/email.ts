import type { ErrorResponse } from 'resend';
import type { Config } from '../deps.ts';
import { PermanentFailure, RetryLater } from './errors.ts';
import type { AddressedMail, Mail, MailResult } from './mailer.ts';
import { countSubrequest } from './trace.ts';

/** The mail service refused the whole batch and sent nothing. `divisible` if a single mail may be the cause. */
export class MailsRefused extends PermanentFailure {
  readonly divisible: boolean;
  constructor(message: string, divisible: boolean) {
    super(message);
    this.divisible = divisible;
  }
}

/** No vacation notice answers such a mail (RFC 3834; the second one is Exchange's). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

const TIMEOUT_MS = 15_000;

/** Sends at most MAILS_PER_CALL mails in one call and returns one result per mail, in order. The same mails under the
 * same key are sent once (https://resend.com/docs/dashboard/emails/idempotency-keys). Throws RetryLater, MailsRefused.
 * */
export const sendMails = async (
  { mailer, mailFrom, ...config }: Config,
  mails: readonly Mail[],
  key: string,
): Promise<MailResult[]> => {
  const addressed = mails.map((mail) => ({ ...mail, from: mailFrom, headers: { ...mail.headers, ...AUTOMATIC } }));
  return mailer ? mailer.send(addressed, key) : sendByResend(config, addressed, key);
};

const sendByResend = async (
  { resendUrl, resendKey }: Pick<Config, 'resendUrl' | 'resendKey'>,
  mails: readonly AddressedMail[],
  key: string,
): Promise<MailResult[]> => {
  const { Resend } = await import('resend');
  countSubrequest();
  const response = await new Resend(resendKey, { baseUrl: resendUrl }).batch.send([...mails], {
    idempotencyKey: key,
    batchValidation: 'permissive',
    ...timeout(),
  });
  if (response.error) return handleError(response.error, response.headers, mails);
  return resultsOf(mails, response.data);
};

/** The SDK passes it to fetch, but its types omit it. */
const timeout = () => ({ signal: AbortSignal.timeout(TIMEOUT_MS) });

type Accepted = { data?: { id: string }[]; errors?: { index: number; message: string }[] };

const resultsOf = (mails: readonly Mail[], { data = [], errors = [] }: Accepted): MailResult[] => {
  const refused = new Map(errors.map(({ index, message }) => [index, message]));
  let accepted = 0;
  return mails.map((_, at) => {
    const reason = refused.get(at);
    if (reason !== undefined) return { reason };
    accepted += 1;
    return { provider_id: data[accepted - 1]?.id };
  });
};

type MailError = Pick<ErrorResponse, 'message' | 'statusCode' | 'name'>;

const handleError = (
  error: MailError,
  headers: Record<string, string> | null,
  mails: readonly Mail[],
): MailResult[] => {
  const { statusCode: status, name, message } = error;
  // An older release has already sent these mails with this key.
  if (name === 'invalid_idempotent_request') return mails.map(() => ({}));
  if (name === 'concurrent_idempotent_requests') throw new RetryLater(message, 1);
  if (!status || status >= 500 || status === 408 || status === 409 || status === 429)
    throw new RetryLater(status ? message : 'The mail service could not be reached', retryAfter(headers));
  throw new MailsRefused(message, !isOurFault(status, name));
};

const isOurFault = (status: number, name: string) =>
  [401, 404, 405, 451].includes(status) ||
  name === 'invalid_from_address' ||
  (status === 403 && name !== 'validation_error');

const MAX_RETRY_SECONDS = 3600;

/** Returns seconds. Retry-After holds seconds or a date (RFC 9110, 10.2.3). */
const retryAfter = (headers: Record<string, string> | null): number | undefined => {
  const value = headers?.['retry-after'];
  if (!value) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), MAX_RETRY_SECONDS) : undefined;
};

/** Throws PermanentFailure with the reason of the first mail that was refused. */
export const requireSent = (results: readonly MailResult[]): void => {
  const reason = results.find((result) => result.reason !== undefined)?.reason;
  if (reason !== undefined) throw new PermanentFailure(reason);
};

/** The same for mails about `records`, each of which the failure then names. */
export const requireEachSent = (results: readonly MailResult[], records: readonly { id: string }[]): void => {
  const failed = records.flatMap(({ id }, at) => {
    const reason = results[at]?.reason;
    return reason === undefined ? [] : [{ id, reason }];
  });
  if (failed.length > 0) throw new PermanentFailure(`${failed.length} refused: ${failed[0]?.reason}`, failed);
};
