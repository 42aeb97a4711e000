import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SentMails } from '../../local/instance/sent-mails.ts';
import { mailerOf } from '../../local/instance/smtp.ts';
import { MailsRefused } from '../../worker/services/email.ts';
import { RetryLater } from '../../worker/services/errors.ts';
import { listening } from '../support/listening.ts';
import { required } from '../support/required.ts';

type Received = { to: string; text: string };

let folder: string;
let server: SMTPServer;
let received: Received[];
/** The server's answer to a recipient, or to the whole mail. */
let refusal: (to: string) => { code: number; at: 'RCPT' | 'DATA' } | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'porchlight-smtp-'));
  [received, refusal] = [[], () => undefined];
  const errorOf = (to: string, at: 'RCPT' | 'DATA') => {
    const answer = refusal(to);
    return answer?.at === at ? Object.assign(new Error(`no ${to}`), { responseCode: answer.code }) : undefined;
  };
  server = new SMTPServer({
    authOptional: true,
    closeTimeout: 1,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _, done) =>
      password === 'right' ? done(null, { user: 'porchlight' }) : done(new Error('Wrong password')),
    onRcptTo: ({ address }, _, done) => done(errorOf(address, 'RCPT')),
    onData: (stream, { envelope }, done) => {
      const to = required(envelope.rcptTo[0]).address;
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const error = errorOf(to, 'DATA');
        if (!error) received.push({ to, text: Buffer.concat(parts).toString() });
        done(error);
      });
    },
  });
});
afterEach(async () => {
  await new Promise<void>((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true });
});

const mailerAt = async (login = '') => {
  const port = await listening(server.server);
  const values = { MAIL: 'smtp', SMTP_URL: `smtp://${login}127.0.0.1:${port}` };
  return required(mailerOf(values, new SentMails(join(folder, 'mails.sent'))));
};

const mailTo = (to: string) => ({
  ...{ to, from: 'Oak Hollow <mail@oak.example>', subject: 'Gate code', html: '<p>1234</p>', text: '1234' },
  headers: { 'Auto-Submitted': 'auto-generated' },
});
const people = (count: number) => Array.from({ length: count }, (_, at) => `p${at}@oak.example`);
const receivers = () => received.map(({ to }) => to).sort();

test('a mail leaves with its sender, both bodies and its own headers', async () => {
  const mailer = await mailerAt('porchlight:right@');
  await mailer.check();
  const [result] = await mailer.send([mailTo('ann@oak.example')], 'job');
  expect(result).toEqual({ provider_id: expect.stringMatching(/^<[0-9a-f]{32}@oak\.example>$/) });
  const { text } = required(received[0]);
  for (const part of ['From: Oak Hollow <mail@oak.example>', 'Auto-Submitted: auto-generated', 'text/html', '1234'])
    expect(text).toContain(part);
});

test('a job that runs again after an interruption sends nobody a second mail', async () => {
  const mailer = await mailerAt();
  refusal = (to) => (to === 'p7@oak.example' ? { code: 451, at: 'RCPT' } : undefined);
  const mails = people(12).map(mailTo);
  await expect(mailer.send(mails, 'job')).rejects.toThrow(RetryLater);
  const before = received.length;
  expect(before).toBe(11);
  refusal = () => undefined;
  // As after a restart, with what is in the file alone.
  const again = required(mailerOf({ MAIL: 'smtp', SMTP_URL: portOf() }, new SentMails(join(folder, 'mails.sent'))));
  const results = await again.send(mails, 'job');
  expect(results.every(({ provider_id }) => provider_id !== undefined)).toBe(true);
  expect(receivers()).toEqual(people(12).sort());
});

const portOf = () => `smtp://127.0.0.1:${(server.server.address() as { port: number }).port}`;

test('a job that is run again beside itself sends one mail', async () => {
  const mailer = await mailerAt();
  const results = await Promise.all([1, 2].map(() => mailer.send([mailTo('ann@oak.example')], 'job')));
  expect(results[0]).toEqual(results[1]);
  expect(receivers()).toEqual(['ann@oak.example']);
});

test('another job to the same people is another mail', async () => {
  const mailer = await mailerAt();
  for (const key of ['one', 'two']) await mailer.send([mailTo('ann@oak.example')], key);
  expect(receivers()).toEqual(['ann@oak.example', 'ann@oak.example']);
});

test('a mailbox that the server refuses is that mail’s failure alone', async () => {
  const mailer = await mailerAt();
  refusal = (to) =>
    to.startsWith('p1@') ? { code: 550, at: 'RCPT' } : to.startsWith('p2@') ? { code: 554, at: 'DATA' } : undefined;
  const results = await mailer.send(people(4).map(mailTo), 'job');
  expect(results.map(({ reason }) => reason)).toEqual([
    undefined,
    expect.stringContaining('550'),
    expect.stringContaining('554'),
    undefined,
  ]);
});

test('a wrong password refuses all, and a server that is away is tried again', async () => {
  const mailer = await mailerAt('porchlight:wrong@');
  await expect(mailer.check()).rejects.toThrow();
  await expect(mailer.send([mailTo('ann@oak.example')], 'job')).rejects.toThrow(MailsRefused);
  const away = required(
    mailerOf({ MAIL: 'smtp', SMTP_URL: 'smtp://127.0.0.1:9' }, new SentMails(join(folder, 'other'))),
  );
  await expect(away.send([mailTo('ann@oak.example')], 'job')).rejects.toThrow(RetryLater);
});

test('without mail nothing leaves, and the board learns why', async () => {
  const none = required(mailerOf({ MAIL: 'none' }, new SentMails(join(folder, 'none'))));
  await none.check();
  await expect(none.send([mailTo('ann@oak.example')], 'job')).rejects.toThrow('Email is not set up on this server');
});

test('what was sent a week ago is forgotten', () => {
  const file = join(folder, 'mails.sent');
  const day = 24 * 60 * 60 * 1000;
  new SentMails(file).add('<new@oak.example>');
  expect(new SentMails(file, Date.now() + 6 * day).has('<new@oak.example>')).toBe(true);
  expect(new SentMails(file, Date.now() + 8 * day).has('<new@oak.example>')).toBe(false);
});
