import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../../../local/paths.ts';
import { freePorts } from '../../../local/ports.ts';
import { type Stack, startStack } from '../../../local/stack.ts';
import { appears, fileRequest, goOffline, navigate, signInForOffline, vanishes } from '../support/app.ts';
import { useBrowser } from '../support/browser.ts';
import { apiAs } from '../support/server.ts';

const browser = useBrowser();

/** In `npm test`: tests/operations/restored-backup.test.ts. */
const DOOR = 'May I paint my door oxblood?';
const SAVED = 'Filed before the backup';
const LOST = 'Filed after the backup, and gone with the disk';
const HELD = 'Filed in the cellar, on the device alone';
const LATER = 'Filed after the restoration';

/** A stack whose data folder the test may lose. It keeps its address and its secrets. */
const ownStack = () => {
  const own = {} as { folder: string; start(dataDir: string): Promise<void>; stack: Stack };
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'porchlight-drill-'));
    const port = await freePorts(5);
    const secretsFile = join(folder, '.dev.vars');
    const start = async (dataDir: string) => {
      own.stack = await startStack({ port, dataDir: join(folder, dataDir), secretsFile });
    };
    Object.assign(own, { folder, start });
    await start('lost');
  }, 180_000);
  afterAll(async () => {
    await own.stack.stop();
    await rm(own.folder, { recursive: true, force: true });
  });
  return own;
};

const own = ownStack();

/** Rejects, with what it said, unless it ends with 0. */
const run = (command: string, dataDir: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [join(ROOT, 'local', 'bootstrap.mjs'), command, ...words], {
    env: { ...process.env, DATA_DIR: join(own.folder, dataDir) },
  });

test('[SYNC-11, SYNC-13] a lost disk is restored from its backup, and a device that was offline and one that was not end right', {
  timeout: 400_000,
}, async () => {
  const [rita, bea] = [await openAt(), await openAt()];
  await signInForOffline(rita, 'resident@willowcreek.test', DOOR);
  await signInForOffline(bea, 'board@willowcreek.test', DOOR);
  await fileRequest(rita, SAVED, 'The gutter drips.');
  await goOffline(rita);
  await fileRequest(rita, HELD, 'The light is out.');
  const archive = join(own.folder, 'saved.tgz');
  await run('backup', 'lost', archive);

  await apiAs('resident2@willowcreek.test', own.stack.urls.app)('POST', '/api/requests', requestOf(LOST));
  await navigate(bea, 'Requests');
  for (const title of [SAVED, LOST]) await appears(link(bea, title));
  await own.stack.stop();
  await run('restore', 'restored', archive);
  await own.start('restored');

  await vanishes(link(bea, LOST));
  await rita.context().setOffline(false);
  await appears(link(bea, HELD));
  await fileRequest(bea, LATER, 'The bench is loose.');
  await expectList(bea, [SAVED, HELD, LATER], [LOST]);
  await expectList(rita, [SAVED, HELD], [LOST, LATER]);
  const { body } = await apiAs('board@willowcreek.test', own.stack.urls.app)('GET', '/api/requests?search=Filed');
  expect(titlesOf(body.docs)).toEqual([LATER, HELD, SAVED].sort());
  const { stdout } = await run('doctor', 'restored');
  expect(stdout.split('\n').filter((line) => line && !line.endsWith(': good'))).toEqual([]);
});

const openAt = () => browser.open({ baseURL: own.stack.urls.app });

const requestOf = (title: string) => ({ title, description: '<p>It is loose.</p>', category: 'Maintenance' });

const link = (page: Page, title: string) => page.getByRole('link', { name: title }).first();

/** After a reload too, when the rows come from the device. Nothing waits on it any more. */
const expectList = async (page: Page, present: string[], absent: string[]) => {
  await page.reload();
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('Filed');
  for (const title of present) await appears(link(page, title));
  for (const title of absent) expect(await link(page, title).count()).toBe(0);
  await vanishes(page.getByRole('button', { name: /^Outbox/ }));
};

const titlesOf = (docs: { title: string }[]) => docs.map(({ title }) => title).sort();
