import { createHash } from 'node:crypto';
import nodemailer from 'nodemailer';
import { MailsRefused } from '../../worker/services/email.ts';
import { RetryLater } from '../../worker/services/errors.ts';
import type { AddressedMail, Mailer, MailResult } from '../../worker/services/mailer.ts';
import { UserError } from '../user-error.ts';
import type { SentMails } from './sent-mails.ts';

const TIMEOUT_MS = 10_000;
const CONNECTIONS = 4;
/** After it no further mail of a job begins: another drain would run the job again after its lease (LEASE_MS). */
const LONGEST_MS = 18_000;
const NOT_SET_UP = 'Email is not set up on this server';

/** The mailer that the settings name; undefined for Resend, which is the app's own. Throws a UserError. */
export const mailerOf = (values: NodeJS.Dict<string>, sent: SentMails): Mailer | undefined => {
  if (values.MAIL === 'resend') return undefined;
  return values.MAIL === 'smtp' ? smtpMailer(values.SMTP_URL ?? '', sent) : NO_MAILER;
};

/** Nothing leaves: each association's board sees what was not sent, and sends it again once mail is set up. */
const NO_MAILER: Mailer = {
  send: async () => {
    throw new MailsRefused(NOT_SET_UP, false);
  },
  check: async () => undefined,
};

/** `url` is like smtps://user:password@host:465, or smtp://host:587 for STARTTLS. SMTP has no keys that make a second send
 * harmless, so what the server took is kept in `sent` and left out when the job runs again. Throws a UserError. */
const smtpMailer = (url: string, sent: SentMails): Mailer => {
  if (!URL.canParse(url) || !/^smtps?:$/.test(new URL(url).protocol))
    throw new UserError('SMTP_URL must be like smtps://user:password@mail.example:465.');
  const transport = nodemailer.createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS,
    ...{ connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
  });
  const deliver = (mail: AddressedMail, messageId: string) => transport.sendMail({ ...mail, messageId });
  const running = new Map<string, Promise<MailResult[]>>();
  return {
    // A job whose lease ended while the server was slow is run again beside itself: both get the one answer.
    send: (mails, key) => {
      const sending = running.get(key) ?? sendAll(deliver, sent, mails, key).finally(() => running.delete(key));
      running.set(key, sending);
      return sending;
    },
    check: async () => void (await transport.verify()),
  };
};

type Deliver = (mail: AddressedMail, messageId: string) => Promise<unknown>;

const sendAll = async (
  deliver: Deliver,
  sent: SentMails,
  mails: readonly AddressedMail[],
  key: string,
): Promise<MailResult[]> => {
  const until = Date.now() + LONGEST_MS;
  const results: MailResult[] = [];
  const waiting = mails.map((mail, at) => ({ mail, at }));
  let [stopped, deferred]: unknown[] = [];
  const work = async () => {
    for (let next = waiting.shift(); next && !stopped; next = waiting.shift()) {
      try {
        if (Date.now() > until) throw new RetryLater('The mail server is slow', 1);
        results[next.at] = await sendOne(deliver, sent, next.mail, `${key}/${next.at}`);
      } catch (error) {
        // One mailbox that is asked again later (RFC 6647) holds up no other.
        if (error instanceof Deferred) deferred ??= error;
        else stopped ??= error;
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  if (stopped ?? deferred) throw stopped ?? deferred;
  return results;
};

/** Throws MailsRefused for what is wrong with the sender or the sign-in, and RetryLater. */
const sendOne = async (deliver: Deliver, sent: SentMails, mail: AddressedMail, key: string): Promise<MailResult> => {
  const domain = /@([^>\s]+)>?$/.exec(mail.from)?.[1] ?? 'porchlight';
  const messageId = `<${createHash('sha256').update(`${key}/${mail.to}`).digest('hex').slice(0, 32)}@${domain}>`;
  if (sent.has(messageId)) return { provider_id: messageId };
  try {
    await deliver(mail, messageId);
    sent.add(messageId);
    return { provider_id: messageId };
  } catch (error) {
    const { responseCode = 0, command = '', code, message } = error as SmtpError;
    const isOfMail = !/^(MAIL|AUTH|EHLO|HELO|STARTTLS)/.test(command);
    // RFC 5321, 4.2.1: 5yz is final, and 4yz is to be tried again. An address that the library refuses has no code.
    const isFinal = responseCode >= 500 || (code === 'EENVELOPE' && responseCode === 0);
    if (isFinal && isOfMail) return { reason: message };
    if (isFinal || code === 'EAUTH') throw new MailsRefused(message, false);
    throw responseCode >= 400 && isOfMail ? new Deferred(message) : new RetryLater(message);
  }
};

class Deferred extends RetryLater {}

type SmtpError = { responseCode?: number; command?: string; code?: string; message: string };
