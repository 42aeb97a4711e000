import { createClient } from '@libsql/client';
import { expect, test } from 'vitest';
import { fireCron } from '../../local/cron.ts';
import { keepRunning } from '../../local/keep-running.ts';
import { freePort } from '../../local/ports.ts';
import { Processes } from '../../local/processes.ts';
import { countOfLine, useKillableStack } from '../support/killable-stack.ts';
import { killWith } from '../support/processes.ts';

const killable = useKillableStack();
const { healthy, logLines } = killable;

test('a database killed with -9 is started again, and flushes every commit to the disk again', async () => {
  killWith(`--http-listen-addr 127.0.0.1:${killable.port + 1}`);
  await countOfLine(killable, 'The database process is back.').toBe(1);
  await expect.poll(healthy, { timeout: 60_000 }).toBe('ok');
  expect(logLines).toContain(
    'The database process ended unexpectedly (SIGKILL). Nothing can be read from or saved to the server until it is ' +
      'back. Starting it again...',
  );
  const db = createClient({ url: killable.stack.urls.database });
  expect((await db.execute('PRAGMA synchronous')).rows[0]?.synchronous).toBe(2);
  db.close();
}, 90_000);

test('the schedule runs for nobody but who has the token of the machine', async () => {
  const db = createClient({ url: killable.stack.urls.database });
  const runs = async () => (await db.execute("SELECT ran_at FROM cron_runs WHERE cron = '0 9 * * *'")).rows;
  const { app } = killable.stack.urls;
  const crons = ['0 9 * * *', '0 9 * * * ', '0 9 * * * guessed', `${killable.stack.secrets.LOCAL_TOKEN} 0 9 * * *`];
  for (const path of ['cdn-cgi/local/scheduled', 'cdn-cgi/handler/scheduled', 'cdn-cgi/mf/scheduled'])
    for (const cron of crons) {
      const answer = await fetch(`${app}/${path}?${new URLSearchParams({ cron, time: '4070908800000' })}`);
      expect([path, cron, answer.ok]).toEqual([path, cron, false]);
    }
  expect(await runs()).toEqual([]);
  // What Durable Objects hold is shown by none of the runtime's own pages: they are paths that nobody knows.
  const textOf = async (path: string) => (await fetch(`${app}/cdn-cgi/${path}`)).text();
  for (const path of ['local/explorer', 'local/explorer/api', 'explorer/api'])
    expect(await textOf(path)).toBe(await textOf('local/nothing'));
  expect((await fireCron(app, '0 9 * * *', killable.stack.secrets.LOCAL_TOKEN)).status).toBe(200);
  expect(await runs()).toHaveLength(1);
  db.close();
}, 60_000);

test('mail, files and the controls of payments answer nobody without a token; what payers open needs none', async () => {
  const { urls, secrets } = killable.stack;
  const statusOf = async (url: string, headers = {}, method = 'GET') =>
    (await fetch(url, { headers, method, redirect: 'manual' })).status;
  const closed = [
    ...['/', '/inbox', '/emails', '/domains', '/%69nbox', '//inbox', '/inbox?token=guessed'].map(
      (path) => urls.mail + path,
    ),
    ...['/_emulate', '/_emulator/clock', '//_emulator/clock', '/%5Femulate', '/_emulator/authenticate/../clock'].map(
      (path) => urls.payments + path,
    ),
  ];
  for (const url of closed) {
    expect([url, await statusOf(url)]).toEqual([url, 401]);
    expect([url, await statusOf(url, { Authorization: 'Bearer guessed', Cookie: 'porchlight_local=guessed' })]).toEqual(
      [url, 401],
    );
  }
  expect(await statusOf(`${urls.mail}/emails`, {}, 'POST')).toBe(401);
  expect(await statusOf(`${urls.payments}/_emulator/outage`, {}, 'POST')).toBe(401);
  expect(await statusOf(`${urls.payments}/v1/customers`)).toBe(401);
  for (const path of ['', 'porchlight', 'porchlight?list-type=2', 'porchlight?cors', 'porchlight/files/x'])
    for (const method of ['GET', 'PUT', 'DELETE'])
      expect([method, path, await statusOf(`${urls.files}/${path}`, {}, method)]).toEqual([method, path, 403]);

  expect(await statusOf(`${urls.mail}/emails`, { Authorization: `Bearer ${secrets.RESEND_API_KEY}` })).toBe(200);
  expect(await statusOf(`${urls.payments}/_emulator/clock`, { Authorization: `Bearer ${secrets.LOCAL_TOKEN}` })).toBe(
    200,
  );
  for (const page of [`${urls.mail}/inbox`, `${urls.payments}/_emulate`]) {
    const opened = await fetch(`${page}?token=${secrets.LOCAL_TOKEN}`, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('Location')]).toEqual([303, new URL(page).pathname]);
    const cookie = String(opened.headers.get('Set-Cookie'));
    expect(cookie).toContain('HttpOnly');
    expect(await statusOf(page, { Cookie: String(cookie.split(';')[0]) })).toBe(200);
  }
  expect(await statusOf(`${urls.payments}/v3`)).toBe(200);
  expect(await statusOf(`${urls.payments}/c/pay/cs_unknown`)).toBe(404);
});

test('files, mail and payments killed with -9 are started again', async () => {
  killWith(`s3.ts ${killable.port + 2}`);
  killWith(`mail.ts ${killable.port + 3}`);
  killWith(`payments.ts ${killable.port + 4}`);
  for (const name of ['files', 'mail', 'payments']) await countOfLine(killable, `The ${name} process is back.`).toBe(1);
  await expect.poll(healthy, { timeout: 60_000 }).toBe('ok');
}, 90_000);

test('a process that ends again and again right after its start is tried for as long as it takes, and that is said', async () => {
  const heard: string[] = [];
  const processes = new Processes((_, line) => heard.push(line));
  let starts = 0;
  const service = {
    name: 'broken',
    port: await freePort(),
    command: process.execPath,
    // It works at the eighth start, after more starts than there are pauses.
    args: () => {
      starts += 1;
      return ['--eval', starts < 8 ? '' : 'setInterval(() => undefined, 1000)'];
    },
    ready: () => Promise.resolve(),
    whenLost: 'Nothing works.',
  };
  await keepRunning(processes, service, [1, 1, 1]);
  const isBack = 'The broken process is back.';
  await expect.poll(() => heard.filter((line) => line === isBack).length, { timeout: 15_000 }).toBe(7);
  expect(heard.filter((line) => line.includes('ended unexpectedly (code 0). Nothing works.'))).toHaveLength(7);
  await processes.stop();
});
