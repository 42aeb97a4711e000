import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InStatement } from '@libsql/client';
import type { WriteTransaction } from 'replicache';
import { ReplicacheImpl } from 'replicache/impl';
import { uuidv7 } from 'uuidv7';
import { beforeEach, expect, test } from 'vitest';
import { startDatabase } from '../../local/database.ts';
import { migrate } from '../../local/migrate.ts';
import { ROOT } from '../../local/paths.ts';
import { freePort } from '../../local/ports.ts';
import { Processes } from '../../local/processes.ts';
import type { Store } from '../../sync/client/replicated-store.ts';
import { read, waitForAnnouncement } from '../support/announcements.ts';
import { Device } from '../support/device.ts';
import type { Person } from '../support/fixtures.ts';
import { createMailHarness, isEnded, type MailHarness, once } from '../support/mail-harness.ts';

const MIGRATION = /_recipients$/;

/** A database as the release with one row a delivery left it. */
let harness: MailHarness;
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-recipients-'));
  const processes = new Processes(() => undefined);
  const { client } = await startDatabase(processes, { port: await freePort(), dataDir: join(folder, 'data') });
  await migrate(client, await migrationsBefore(folder));
  harness = await createMailHarness(client);
  return async () => {
    await harness.resend.close();
    await processes.stop();
    await rm(folder, { recursive: true, force: true });
  };
});

const migrationsBefore = async (folder: string): Promise<string> => {
  const copy = join(folder, 'migrations');
  await cp(join(ROOT, 'migrations'), copy, { recursive: true });
  const file = join(copy, 'meta', '_journal.json');
  const journal = JSON.parse(await readFile(file, 'utf8'));
  const entries = journal.entries.filter(({ tag }: { tag: string }) => !MIGRATION.test(tag));
  expect(entries.length).toBe(journal.entries.length - 1);
  await writeFile(file, JSON.stringify({ ...journal, entries }));
  return copy;
};

const SINCE = '2026-11-01T10:00:00.000Z';
const SETTLED = '2026-11-01T10:00:05.000Z';
type Status = 'pending' | 'delivered' | 'failed';

const insert = (table: string, row: Record<string, string | number | null>): InStatement => ({
  sql: `INSERT INTO ${table} (${Object.keys(row)}) VALUES (${Object.keys(row).map(() => '?')})`,
  args: Object.values(row),
});

/** An announcement with its deliveries, as the earlier release wrote them. */
const insertSending = async (status: 'sending' | 'sent', outcomes: readonly (readonly [Person, Status])[]) => {
  const { db, hoa_id, bea } = harness.ctx;
  const id = uuidv7();
  const count = (wanted: Status) => outcomes.filter(([, outcome]) => outcome === wanted).length;
  const log = (entity: string, entity_id: string) =>
    insert('sync_log', { hoa_id, audience: 'board', entity, entity_id });
  const deliveries = outcomes.map(([person, outcome]) => ({ id: `${id}:${person.id}`, person, outcome }));
  const announcement = insert('announcements', {
    ...{ id, hoa_id, title: 'Pool', message: '<p>Closed</p>', category: 'general', status, audience_type: 'all' },
    ...{ recipient_count: outcomes.length, delivered_count: count('delivered'), failed_count: count('failed') },
    ...{ created_by: bea.id, created_by_name: bea.name, created_at: SINCE },
    ...(status === 'sent' ? { sent_at: SETTLED } : { sending_since: SINCE }),
  });
  const toRow = ({ id: delivery, person, outcome }: (typeof deliveries)[number]) =>
    insert('announcement_deliveries', {
      ...{ id: delivery, hoa_id, announcement_id: id, user_id: person.id, name: person.name, email: person.email },
      ...{ status: outcome, created_at: SINCE, settled_at: outcome === 'pending' ? null : SETTLED },
      reason: outcome === 'failed' ? 'The mailbox is full' : null,
    });
  const logged = deliveries.map((delivery) => log('announcementDelivery', delivery.id));
  await db.batch([announcement, log('announcement', id), ...deliveries.map(toRow), ...logged], 'write');
  return { id, deliveries };
};

/** The cache of a device that has synced with the earlier release, with changes that wait in it. */
const savedByEarlierRelease = async (
  person: Person,
  { id, deliveries }: Awaited<ReturnType<typeof insertSending>>,
  changes: { name: string; args: object }[],
): Promise<string> => {
  const name = `${person.id}-${uuidv7()}`;
  const { rows } = await harness.ctx.db.execute({
    sql: `SELECT instance || '.' || epoch AS epoch, (SELECT max(seq) FROM sync_log) AS seq
      FROM sync_instance, users WHERE users.id = ?`,
    args: [person.id],
  });
  const seq = Number(rows[0]?.seq);
  const patch = deliveries.map((delivery) => ({
    op: 'put' as const,
    key: `announcementDelivery/${delivery.id}`,
    value: { id: delivery.id, announcement_id: id, user_id: delivery.person.id, status: delivery.outcome },
  }));
  const cookie = { order: seq, epoch: String(rows[0]?.epoch), seq, acks: 0 };
  const replicache = new ReplicacheImpl(
    {
      name,
      schemaVersion: '1',
      kvStore: 'mem',
      logSinks: [],
      mutators: { mutate: async (_tx: WriteTransaction, _change: object) => undefined },
      pusher: () => Promise.reject(new TypeError('fetch failed')),
      puller: async () =>
        ({
          response: { cookie, lastMutationIDChanges: {}, patch },
          httpRequestInfo: { httpStatusCode: 200, errorMessage: '' },
        }) as never,
    },
    { enableScheduledPersist: false },
  );
  await replicache.pull({ now: true });
  for (const change of changes) await replicache.mutate.mutate?.(change);
  await replicache.persist();
  await replicache.close();
  return name;
};

const earlierRows = ({ replicache }: Store) =>
  replicache.query((tx) => tx.scan({ prefix: 'announcementDelivery/' }).keys().toArray());

test('[SYNC-10] [SYNC-11] a device of the release with one row a delivery gets one row an announcement, and its unsent changes are made', async () => {
  const { ctx } = harness;
  const { bea, rex, rita, sue } = ctx;
  const sent = await insertSending('sent', [
    [bea, 'delivered'],
    [rex, 'failed'],
    [rita, 'failed'],
    [sue, 'delivered'],
  ]);
  const street = `${uuidv7()} Willow Lane`;
  const name = await savedByEarlierRelease(bea, sent, [
    { name: 'createAddress', args: { id: uuidv7(), street } },
    { name: 'retryAnnouncement', args: { id: sent.id, user_ids: [rex.id] } },
  ]);
  await migrate(ctx.db);

  const device = new Device(ctx, bea, name);
  device.online = false;
  await device.store.loaded;
  expect(await earlierRows(device.store)).toHaveLength(4);
  expect(device.store.outbox.map(({ mutation }) => mutation)).toEqual(['createAddress', 'retryAnnouncement']);

  device.online = true;
  await device.sync();
  await waitForAnnouncement(bea, sent.id, ({ sending_since }) => sending_since === null);
  await device.sync();
  expect(await earlierRows(device.store)).toEqual([]);
  const row = (person: Person, ...rest: string[]) => [person.id, person.name, person.email, ...rest];
  expect(device.store.rows('announcementRecipients').get(sent.id)?.recipients.toSorted()).toEqual(
    [
      row(bea, 'delivered'),
      row(rex, 'delivered'),
      row(rita, 'failed', 'The mailbox is full'),
      row(sue, 'delivered'),
    ].toSorted(),
  );
  expect(device.store.outbox).toEqual([]);
  expect(harness.resend.received()).toEqual(once([rex.email]));
  expect((await bea.call('GET', '/api/addresses')).body.docs).toContainEqual(expect.objectContaining({ street }));
  await device.close();
});

test('[ANN-80] [SYNC-13] the deliveries of an older database are those of the announcement, and the log holds none of them', async () => {
  const { ctx } = harness;
  const { bea, rex, rita } = ctx;
  const { id } = await insertSending('sent', [
    [bea, 'delivered'],
    [rex, 'failed'],
  ]);
  await insertSending('sent', [[rita, 'delivered']]);
  await migrate(ctx.db);
  const { recipients, delivery_stats } = await read(bea, id);
  const body = ({ id, name, email }: Person) => ({ _id: id, name, email });
  expect(recipients).toEqual([body(bea), body(rex)]);
  expect(delivery_stats).toEqual({
    total_sent: 2,
    email_delivered: [body(bea)],
    email_failed: [{ ...body(rex), reason: 'The mailbox is full' }],
  });
  const { rows } = await ctx.db.execute(
    "SELECT entity, count(*) AS n FROM sync_log WHERE entity GLOB 'announcement*' GROUP BY 1",
  );
  expect(rows.map(({ entity, n }) => [entity, n])).toEqual([
    ['announcement', 2],
    ['announcementRecipients', 2],
  ]);
});

test('[SYNC-12] a sending that was under way goes on: who had got it gets nothing, everybody else one mail', async () => {
  const { ctx, resend } = harness;
  const { bea, rex, rita, sue } = ctx;
  const { id, deliveries } = await insertSending('sending', [
    [bea, 'delivered'],
    [rex, 'pending'],
    [rita, 'pending'],
    [sue, 'pending'],
  ]);
  const payload = { id, hoa_id: ctx.hoa_id, since: SINCE, deliveries: deliveries.map((delivery) => delivery.id) };
  const key = 'mailAnnouncement:1';
  await ctx.db.execute(
    insert('outbox', {
      ...{ id: `${ctx.hoa_id}/${key}`, hoa_id: ctx.hoa_id, kind: 'mailAnnouncement', payload: JSON.stringify(payload) },
      ...{ idempotency_key: key, next_at: SINCE, created_at: new Date().toISOString() },
    }),
  );
  await migrate(ctx.db);
  await harness.drain();
  expect(await waitForAnnouncement(bea, id, isEnded)).toMatchObject({ status: 'sent', delivered_count: 4 });
  expect(resend.received()).toEqual(once([rex, rita, sue].map(({ email }) => email)));
});

test('[SYNC-12] the earlier release still reads deliveries while it is replaced, and records nothing that would be lost', async () => {
  const { ctx } = harness;
  const { bea, rex } = ctx;
  const { id } = await insertSending('sending', [
    [bea, 'delivered'],
    [rex, 'pending'],
  ]);
  await migrate(ctx.db);
  const { rows } = await ctx.db.execute({
    sql: `SELECT d.id, d.email FROM json_each(?) j CROSS JOIN announcement_deliveries d ON d.id = j.value AND d.hoa_id = ?
      JOIN announcements a ON a.id = d.announcement_id AND a.sending_since = ?
      WHERE a.id = ? AND d.status = 'pending' ORDER BY j.key`,
    args: [JSON.stringify([`${id}:${bea.id}`, `${id}:${rex.id}`]), ctx.hoa_id, SINCE, id],
  });
  expect(rows.map((row) => ({ ...row }))).toEqual([{ id: `${id}:${rex.id}`, email: rex.email }]);
  const update = "UPDATE announcement_deliveries SET status = 'delivered' WHERE id = ? AND hoa_id = ?";
  await expect(ctx.db.execute({ sql: update, args: [`${id}:${rex.id}`, ctx.hoa_id] })).rejects.toThrow(/view/);
});
