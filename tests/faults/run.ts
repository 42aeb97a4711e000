import { setTimeout as sleep } from 'node:timers/promises';
import { uuidv7 } from 'uuidv7';
import { expect } from 'vitest';
import { todayOf } from '../../sync/dues/entity.ts';
import { Client } from './client.ts';
import { findLosses, type Losses } from './expectations.ts';
import type { Outage } from './outages.ts';
import type { FaultyStack } from './stack.ts';
import { STEPS, type Work } from './work.ts';

const EMAILS = [
  'board@willowcreek.test',
  'resident@willowcreek.test',
  'resident2@willowcreek.test',
  'board@mapleridge.test',
  'resident@mapleridge.test',
  'resident2@mapleridge.test',
];
/** How long recovery from an outage may take, without intervention. */
const RECOVERY_MS = 120_000;

type Figures = Losses & { changes: number; kills: number; outages: number; refused: number; skipped: string[] };

/** Six clients of two HOAs write, upload, pay and send while one outage follows the other; the stack must recover from each
 * without intervention. Returns what was lost, doubled or silent. */
export const runThrough = async (stack: FaultyStack, outages: readonly Outage[]): Promise<Figures> => {
  const works = await openClients(stack);
  const clients = works.map(({ client }) => client);
  await bill(works);
  console.log('Six clients are at work.');
  const stop = new AbortController();
  const working = works.map((work) => go(work, stop.signal));
  const skipped: string[] = [];
  for (const outage of outages) {
    const end = await outage.begin({ stack, clients });
    if (!end) skipped.push(outage.name);
    else {
      await sleep(outage.lasts_ms);
      await end();
      const since = performance.now();
      await recovered(stack, works, outage.name);
      console.log(`${outage.name}: well again after ${Math.round((performance.now() - since) / 1000)} s`);
    }
  }
  stop.abort();
  await Promise.all(working);
  await waitUntilSettled(works);
  const verdict = await findLosses(stack, works);
  const refused = works.flatMap(({ client }) => client.changes.filter((change) => client.isRefused(change)));
  const done = outages.filter(({ name }) => !skipped.includes(name));
  await Promise.all(clients.map((client) => client.close()));
  return {
    ...verdict,
    changes: works.reduce((sum, { client, paid }) => sum + client.changes.length + paid.length, 0),
    kills: done.reduce((sum, { kills }) => sum + kills, 0),
    outages: done.filter(({ kills }) => kills === 0).length,
    refused: refused.length,
    skipped,
  };
};

export const openClients = async (stack: FaultyStack): Promise<Work[]> => {
  const clients = await Promise.all(EMAILS.map((email) => new Client(stack.app.url, email).open()));
  for (const client of clients) await synced(client);
  return clients.map((client) => ({ client, statuses: new Map(), sendings: new Map(), unpaid: [], paid: [] }));
};

const bill = async (works: Work[]): Promise<void> => {
  for (const board of works.filter(({ client }) => client.isBoard)) {
    const payers = works.filter(({ client }) => !client.isBoard && client.actor.hoa_id === board.client.actor.hoa_id);
    for (let number = 0; number < 4; number += 1) {
      const due = {
        title: `Due ${number}`,
        frequency: 'one_time',
        recipients: payers.map(({ client }) => client.actor.id),
        send_date: todayOf({ time_zone: 'America/Chicago' }, new Date()),
        amount: 12.5,
        reason: 'dues',
        due_date_offset: 7,
      };
      const { status, body } = await board.client.rest('POST', '/api/dues', due);
      expect([status, body?.message]).toEqual([201, undefined]);
      for (const payer of payers) payer.unpaid.push(await invoiceOf(payer.client, body._id));
    }
  }
};

const invoiceOf = async (client: Client, due_id: string): Promise<string> => {
  let id: string | undefined;
  const find = async () => {
    client.store.syncNow();
    id = client.store.rows('invoice').all.find((invoice) => invoice.due_id === due_id)?.id;
    return id;
  };
  await expect.poll(find, { timeout: 30_000 }).toBeDefined();
  return id as string;
};

/** Runs step after step until stopped. A step without a server is no failure: users try again. */
const go = async (work: Work, stop: AbortSignal): Promise<void> => {
  for (let turn = 0; !stop.aborted; turn += 1) {
    await STEPS[turn % STEPS.length]?.(work);
    work.client.noteAccepted();
    if (work.client.mustRestart) await work.client.crash();
    if (turn % 3 === 0) work.client.store.syncNow();
    await sleep(150);
  }
};

const synced = (client: Client) =>
  expect
    .poll(
      () => {
        client.store.syncNow();
        return client.store.sync.phase;
      },
      { timeout: 60_000 },
    )
    .toBe('ready');

const recovered = async (stack: FaultyStack, works: Work[], after: string): Promise<void> => {
  const health = async () => {
    const answer = await fetch(`${stack.app.url}/api/health`).catch(() => undefined);
    return `${answer?.status} ${await answer?.text()}`;
  };
  await expect
    .poll(health, { timeout: RECOVERY_MS, message: `health after ${after}` })
    .toMatch(/^200 /)
    .catch((error) => {
      console.error(stack.said.slice(-40).join('\n'));
      throw error;
    });
  for (const { client } of works) {
    const id = uuidv7();
    const args = { id, title: id, description: `<p>${id}</p>`, category: 'Other' };
    if (!(await client.change('createRequest', args as { id: string }, id))) continue;
    const change = client.changes.find(({ mark }) => mark === id);
    const accepted = () => {
      client.store.syncNow();
      client.noteAccepted();
      return change?.accepted;
    };
    await expect.poll(accepted, { timeout: RECOVERY_MS, message: `a change is accepted after ${after}` }).toBe(true);
  }
};

export const waitUntilSettled = async (works: Work[]): Promise<void> => {
  const waiting = () => {
    for (const { client } of works) {
      client.store.syncNow();
      client.noteAccepted();
    }
    return works.filter(({ client }) => client.waiting > 0).map(({ client }) => client.status);
  };
  await expect.poll(waiting, { timeout: RECOVERY_MS, interval: 500, message: 'what still waits' }).toEqual([]);
  const underWay = async () => {
    const boards = works.filter(({ client }) => client.isBoard);
    for (const { client } of works) client.store.syncNow();
    const sending = boards.flatMap(({ client, sendings }) =>
      client.store.rows('announcement').all.filter(({ id, status }) => sendings.has(id) && status !== 'sent'),
    );
    const unpaid = works.flatMap(({ client, paid }) =>
      paid.filter((id) => client.store.rows('invoice').get(id)?.status !== 'paid'),
    );
    return [...sending.map(({ id, status }) => `${id} is ${status}`), ...unpaid.map((id) => `${id} is not paid`)];
  };
  await expect.poll(underWay, { timeout: RECOVERY_MS, interval: 500, message: 'mails and payments' }).toEqual([]);
};

export const formatFigures = ({ changes, kills, outages, lost, doubled, silent, refused, skipped }: Figures): string =>
  [
    `${changes.toLocaleString('en-US')} changes, ${kills} kills, ${outages} outages:`,
    `${lost.length} lost, ${doubled.length} doubled, ${silent.length} silent (${refused} refused and shown).`,
    ...skipped.map((name) => `Not possible on this machine: ${name}.`),
  ].join(' ');
