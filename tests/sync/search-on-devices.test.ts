import { afterAll, expect, test } from 'vitest';
import { DOCUMENT_TEXT_PART, DOCUMENT_TEXT_PARTS } from '../../schema/documents.ts';
import * as announcements from '../support/announcements.ts';
import { Device } from '../support/device.ts';
import * as documents from '../support/documents.ts';
import { contextForAll, type Person } from '../support/fixtures.ts';
import * as requests from '../support/requests.ts';
import { indexOf, titles } from '../support/search.ts';
import * as violations from '../support/violations.ts';

const ctx = contextForAll();
const devices: Device[] = [];
afterAll(async () => {
  for (const device of devices) await device.close();
});

const deviceOf = async (person: Person) => {
  const device = new Device(ctx, person);
  devices.push(device);
  return device.sync();
};
const indexFor = ({ store }: Device) => indexOf((entity) => store.rows(entity), store.actor);

test('[14.1] [PROD-12] a resident finds no word of what others may see, and the board finds each', async () => {
  const mine = await requests.create(ctx.rex, { title: 'Mine xylophone' });
  await requests.comment(ctx.bea, mine._id, '<p>privately zephyr</p>', false);
  await requests.create(ctx.rita, { title: 'Hers quokka', description: '<p>narwhal</p>' });
  const violation = await violations.issue(ctx.bea, ctx.rex, { title: 'Bins marimba' });
  await violations.addMessage(ctx.bea, violation._id, '<p>internally wombat</p>', { is_internal: true });
  await violations.issue(ctx.bea, ctx.rita, { title: 'Fence okapi' });
  await documents.create(ctx.bea, {
    title: 'Lawyer letter tapir',
    is_public: false,
    notes: 'axolotl',
    text: 'secretly dugong',
  });
  await documents.create(ctx.bea, { title: 'Pool rules', text: 'No diving near the manatee' });
  await announcements.create(ctx.bea, { title: 'Draft ibex' });
  const [rex, bea] = [indexFor(await deviceOf(ctx.rex)), indexFor(await deviceOf(ctx.bea))];
  for (const hidden of [
    'zephyr',
    'quokka',
    'narwhal',
    'wombat',
    'okapi',
    'tapir',
    'axolotl',
    'dugong',
    'ibex',
    'Rita',
    'Alvarez',
  ]) {
    expect([hidden, titles(rex, hidden)]).toEqual([hidden, []]);
    expect([hidden, titles(bea, hidden).length > 0]).toEqual([hidden, true]);
  }
  for (const own of ['xylophone', 'marimba', 'manatee']) expect(titles(rex, own)).toHaveLength(1);
});

test('[14.1] what leaves a device leaves its index, and what arrives is found', async () => {
  const document = await documents.create(ctx.bea, { title: 'Budget gazelle' });
  const device = await deviceOf(ctx.rex);
  const index = indexFor(device);
  device.store.watch((keys) => index.note(keys));
  const [before, found] = [index.wordCount, titles(index, 'gazelle')];
  await documents.update(ctx.bea, document._id, { is_public: false });
  await device.sync();
  index.takeIn();
  expect([found, titles(index, 'gazelle'), index.wordCount < before]).toEqual([['Budget gazelle'], [], true]);
  await documents.update(ctx.bea, document._id, { is_public: true });
  await device.sync();
  index.takeIn();
  expect([titles(index, 'gazelle'), index.wordCount]).toEqual([['Budget gazelle'], before]);
});

const textRows = ({ store }: Device) =>
  store
    .rows('documentText')
    .all.toSorted((a, b) => a.part - b.part)
    .map(({ text }) => text);

test('[14.1] [DOC-21] a document’s text follows it: to who may see it, from Board Only to public and back, and away', async () => {
  const { _id } = await documents.create(ctx.bea, {
    title: 'Reserve study',
    text: 'sprinklers and gutters',
    is_public: false,
  });
  const [rita, sue] = [await deviceOf(ctx.rita), await deviceOf(ctx.sue)];
  const has = (device: Device) => textRows(device).includes('sprinklers and gutters');
  expect([has(rita), has(sue)]).toEqual([false, true]);
  await documents.update(ctx.bea, _id, { is_public: true, title: 'Reserve study 2030' });
  expect([has(await rita.sync()), has(await sue.sync())]).toEqual([true, true]);
  await sue.store.mutate('updateDocument', { id: _id, is_public: false });
  await sue.sync();
  expect([has(await rita.sync()), has(sue)]).toEqual([false, true]);
  await sue.store.mutate('deleteDocument', { id: _id });
  expect(has(sue)).toBe(false);
  expect(has(await sue.sync())).toBe(false);
  const left = await ctx.db.execute({ sql: 'SELECT 1 FROM document_texts WHERE document_id = ?', args: [_id] });
  expect(left.rows).toEqual([]);
});

test('[14.1] a text is cut to its limit and loses what is no text, in parts of which none cuts a word', async () => {
  const hostile = `One\u0007two\u200b\n\n three ${'word '.repeat(60_000)}`;
  const { _id } = await documents.create(ctx.bea, { title: 'Long', text: hostile });
  const { rows } = await ctx.db.execute({
    sql: 'SELECT text FROM document_texts WHERE document_id = ? ORDER BY part',
    args: [_id],
  });
  const parts = rows.map(({ text }) => String(text));
  expect(parts).toHaveLength(DOCUMENT_TEXT_PARTS);
  expect(Math.max(...parts.map(({ length }) => length))).toBeLessThanOrEqual(DOCUMENT_TEXT_PART);
  expect(parts[0]).toMatch(/^One two three word word/);
  for (const part of parts.slice(1, -1)) expect(part).toMatch(/^ word .* word$/);
  const { status } = await documents.post(ctx.bea, await documents.upload(ctx.bea), { text: 7 });
  expect(status).toBe(400);
  expect((await documents.create(ctx.bea, { text: ' \n ' })).text).toBeUndefined();
});

test('[14.1] the text of documents is read from the device only when somebody searches', async () => {
  await documents.create(ctx.bea, { title: 'Bylaws', text: 'quorum' });
  const kept = await deviceOf(ctx.rex);
  const device = new Device(ctx, ctx.rex, kept.store.replicache.name);
  devices.push(device);
  await expect.poll(() => device.store.isComplete('document')).toBe(true);
  await device.pull();
  expect([device.store.isComplete('documentText'), device.store.rows('documentText').size]).toEqual([false, 0]);
  const index = indexFor(device);
  device.store.watch((keys) => index.note(keys));
  await device.store.load('documentText');
  index.takeIn();
  expect(titles(index, 'quorum')).toContain('Bylaws');
});
