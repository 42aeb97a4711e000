import type { ErrorResponse } from 'resend';
import type { Config } from '../deps.ts';
import { PermanentFailure, RetryLater } from './errors.ts';

/** One mail: `to` is an address. */
export type Mail = { to: string; subject: string; html: string; text: string };
/** What became of one mail: the provider's id for it, or why it refused it. */
export type MailResult = { provider_id?: string; reason?: string };

/** All of the mails were refused together, and none was sent. `divisible` where one of them may be the cause. */
export class MailsRefused extends PermanentFailure {
  readonly divisible: boolean;
  constructor(message: string, divisible: boolean) {
    super(message);
    this.divisible = divisible;
  }
}

const TIMEOUT_MS = 15_000;

/** Sends up to 100 mails in one call. The same mails under the same key are sent once, however often this is called.
 * One result a mail. Throws RetryLater, MailsRefused. */
export const sendMails = async (
  { resendUrl, resendKey, mailFrom }: Config,
  mails: readonly Mail[],
  key: string,
): Promise<MailResult[]> => {
  // Loaded when first needed, as the templates are: most workers never send a mail.
  const { Resend } = await import('resend');
  const answer = await new Resend(resendKey, { baseUrl: resendUrl }).batch.send(
    mails.map((mail) => ({ ...mail, from: mailFrom })),
    { idempotencyKey: key, batchValidation: 'permissive', ...timeout() },
  );
  if (answer.error) return handleError(answer.error, answer.headers, mails);
  return resultsOf(mails, answer.data);
};

/** Handed through to fetch; the SDK's types leave it out. */
const timeout = () => ({ signal: AbortSignal.timeout(TIMEOUT_MS) });

type Accepted = { data?: { id: string }[]; errors?: { index: number; message: string }[] };

/** `data` holds the accepted mails alone, in their order. */
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
  // The key has sent mails already, only worded otherwise by an older version of ours.
  if (name === 'invalid_idempotent_request') return mails.map(() => ({}));
  if (name === 'concurrent_idempotent_requests') throw new RetryLater(message, 1);
  if (!status || status >= 500 || status === 408 || status === 409 || status === 429)
    throw new RetryLater(status ? message : 'The mail service could not be reached', retryAfter(headers));
  throw new MailsRefused(message, !isOurFault(status, name));
};

/** Refusals of our account, key or sender, which no other batch would escape. */
const isOurFault = (status: number, name: string) =>
  [401, 404, 405, 451].includes(status) ||
  name === 'invalid_from_address' ||
  (status === 403 && name !== 'validation_error');

const MAX_RETRY_SECONDS = 3600;

/** Seconds that the provider asks us to wait: given as such or as a date. */
const retryAfter = (headers: Record<string, string> | null): number | undefined => {
  const value = headers?.['retry-after'];
  if (!value) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(0, seconds), MAX_RETRY_SECONDS) : undefined;
};
