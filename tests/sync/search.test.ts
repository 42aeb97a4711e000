import fc from 'fast-check';
import type { ExperimentalDiff } from 'replicache';
import { afterAll, expect, test } from 'vitest';
import { excerptOf, segmentsOf } from '../../client/search/query-words.ts';
import { SearchIndex } from '../../client/search/search-index.ts';
import type { SearchRows, Viewer } from '../../client/search/source.ts';
import { actionsFor, searchParts } from '../../client/search/sources.ts';
import { DOCUMENT_TEXT_PART, DOCUMENT_TEXT_PARTS } from '../../schema/documents.ts';
import { EntityRows } from '../../sync/client/entity-rows.ts';
import * as announcements from '../support/announcements.ts';
import { Device } from '../support/device.ts';
import * as documents from '../support/documents.ts';
import { contextForAll, type Person } from '../support/fixtures.ts';
import * as requests from '../support/requests.ts';
import { runs } from '../support/runs.ts';
import * as violations from '../support/violations.ts';

const ctx = contextForAll();
const devices: Device[] = [];
afterAll(async () => {
  for (const device of devices) await device.close();
});

const BOARD: Viewer = { id: 'bea', role: 'board' };

const parts = await searchParts();
const sources = parts.map(({ source }) => source);

const indexOf = (rows: SearchRows, viewer: Viewer = BOARD): SearchIndex => {
  const index = new SearchIndex({ rows, viewer, sources });
  index.takeIn();
  return index;
};

/** The titles that a query finds, in their order. */
const titles = (index: SearchIndex, query: string): string[] =>
  index.search(query, () => 50).groups.flatMap(({ hits }) => hits.map(({ title }) => title));

/** Rows of a device, changed as its store changes them: undefined takes a row away. */
const rowsWith = (changes: Record<string, object | undefined>, entityRows = new EntityRows()) => {
  const diff = Object.entries(changes).map(([key, newValue]) => ({ op: newValue ? 'add' : 'del', key, newValue }));
  entityRows.apply(diff as unknown as ExperimentalDiff);
  return entityRows;
};
const reading =
  (entityRows: EntityRows): SearchRows =>
  (entity) =>
    entityRows.get(entity);

const request = (id: string, more: object = {}) => ({
  id,
  user_id: 'rex',
  address_id: null,
  title: 'Gate',
  description: '',
  resolution_notes: null,
  category: 'Maintenance',
  status: 'open',
  created_at: '2030-01-01',
  ...more,
});
const comment = (id: string, request_id: string, message: string) => ({
  id,
  request_id,
  message,
  created_at: '2030-01-02',
});
const user = (id: string, name: string, more: object = {}) => ({
  id,
  name,
  email: `${id}@willow.test`,
  role: 'resident',
  status: 'active',
  address_id: null,
  phone: null,
  deleted_at: null,
  created_at: '2030-01-01',
  ...more,
});
const address = (id: string, street: string) => ({
  id,
  street,
  unit_number: null,
  notes: null,
  resident_ids: [],
  created_at: '2030-01-01',
});

test('[14.1] a record is found by title, text, messages, person and home, in any order of words, without case or accents', () => {
  const rows = rowsWith({
    'user/rex': user('rex', 'José Okafor', { address_id: 'a' }),
    'address/a': address('a', '14 Willow Lane'),
    'request/1': request('1', { title: 'Pool gate', description: '<p>It <strong>squeaks</strong> &amp; sticks</p>' }),
    'requestComment/1': comment('1', '1', '<p>The locksmith comes on Thursday</p>'),
  });
  const index = indexOf(reading(rows));
  for (const query of [
    'pool',
    'GATE po',
    'sque',
    'locksmith',
    'thursday gate',
    'jose pool',
    'gate 14',
    'sticks willow',
  ])
    expect(titles(index, query)).toEqual(['Pool gate']);
  expect(titles(index, 'jose')).toEqual(['José Okafor', '14 Willow Lane', 'Pool gate']);
  expect(titles(index, 'pool fence')).toEqual([]);
  expect(titles(index, '  ')).toEqual([]);
});

test('[14.1] typing errors are forgiven where little else matches, and what is meant is marked', () => {
  const rows = rowsWith({ 'request/1': request('1', { title: 'Clubhouse lamp is broken' }) });
  const index = indexOf(reading(rows));
  for (const query of ['brokn', 'clubhuose', 'lanp', 'brokn clubhouse']) expect(titles(index, query)).toHaveLength(1);
  const { marks } = index.search('brokn', () => 5);
  expect(segmentsOf('Lamp is Broken', marks).filter(({ marked }) => marked)).toEqual([
    { text: 'Broken', marked: true },
  ]);
  expect(titles(index, 'lxyz')).toEqual([]);
});

test('[14.1] titles come before texts, and the most recent first among equals', () => {
  const rows = rowsWith({
    'request/1': request('1', { title: 'Old fence', created_at: '2030-01-01' }),
    'request/2': request('2', { title: 'Lamp', description: 'by the fence', created_at: '2030-01-05' }),
    'request/3': request('3', { title: 'New fence', created_at: '2030-01-03' }),
  });
  expect(titles(indexOf(reading(rows)), 'fence')).toEqual(['New fence', 'Old fence', 'Lamp']);
  expect(titles(indexOf(reading(rows)), 'l')).toEqual(['Lamp']);
});

test('[14.1] invoices that look alike stand unpaid first, each with its date, amount and status', () => {
  const invoice = (id: string, status: string, due_date: string) => ({
    id,
    recipient_id: 'rex',
    title: 'Assessment',
    description: null,
    amount_cents: 18500,
    status,
    due_date,
    sent: due_date,
  });
  const rows = rowsWith({
    'invoice/1': invoice('1', 'paid', '2030-03-01'),
    'invoice/2': invoice('2', 'pending', '2020-01-01'),
    'invoice/3': invoice('3', 'pending', '2098-02-01'),
  });
  const { groups } = indexOf(reading(rows)).search('assessment', () => 50);
  expect(groups[0]!.hits.map(({ about, detail }) => [about, detail])).toEqual([
    ['$185.00 · due Feb 1, 2098', 'Pending'],
    ['$185.00 · due Jan 1, 2020', 'Overdue'],
    ['$185.00 · due Mar 1, 2030', 'Paid'],
  ]);
});

test('[14.1] [REC-04] a payment is found by the number of its check, an account by its home and holders, by the board', () => {
  const rows = rowsWith({
    'user/rex': {
      id: 'rex',
      name: 'Rex Okafor',
      email: 'rex@home.test',
      role: 'resident',
      status: 'active',
      address_id: 'home',
      created_at: '2020-01-01',
    },
    'address/home': { id: 'home', street: '12 Heron Court', unit_number: null, resident_ids: ['rex'] },
    'account/a-1': { id: 'a-1', address_id: 'home', holder_ids: ['rex'], status: 'open', opened_on: '2020-01-01' },
    'payment/p': {
      id: 'p',
      user_id: 'rex',
      account_id: 'a-1',
      kind: 'outside',
      method: 'check',
      reference: '1042',
      amount_cents: 18500,
      received_on: '2030-01-01',
      created_at: '2030-01-02',
    },
  });
  const found = (query: string, viewer?: Viewer) =>
    indexOf(reading(rows), viewer)
      .search(query, () => 50)
      .groups.flatMap(({ hits }) => hits.map(({ title, href }) => [title, href]));
  expect(found('check 1042')).toEqual([['Check 1042', '/accounts/a-1']]);
  expect(found('heron')).toContainEqual(['12 Heron Court', '/accounts/a-1']);
  expect(found('okafor 185')).toEqual([['Check 1042', '/accounts/a-1']]);
  expect(found('1042', { id: 'rex', role: 'resident' })).toEqual([['Check 1042', '/account']]);
});

test('[14.1] a last word of one letter is looked for in titles, people and homes', () => {
  const rows = rowsWith({
    'user/rex': user('rex', 'Rex Boone'),
    'request/1': request('1', { title: 'Broken gate' }),
    'request/2': request('2', { title: 'Gate squeaks', description: 'by the bins', user_id: 'rita' }),
    'request/3': request('3', { title: 'Gate sticks' }),
  });
  expect(titles(indexOf(reading(rows)), 'gate b').sort()).toEqual(['Broken gate', 'Gate sticks']);
});

test('[14.1] the excerpt shows the words around the match, and what matches is marked', () => {
  const marks = { beginnings: ['pump'], words: new Set<string>() };
  const text = `${'Nothing of interest here. '.repeat(20)}The pumps were replaced.${' And so on.'.repeat(30)}`;
  const excerpt = excerptOf(text, marks);
  expect(excerpt).toMatch(/^….*The pumps were replaced\..*…$/);
  expect(segmentsOf('Two Pumps', marks)).toEqual([
    { text: 'Two ', marked: false },
    { text: 'Pump', marked: true },
    { text: 's', marked: false },
  ]);
  expect(excerptOf('no match', marks)).toBe('');
});

const [ids, words] = [
  ['1', '2', '3'],
  ['gate', 'lamp', 'pool', 'Rex', 'Rita', 'Oak'],
];
const word = fc.constantFrom(...words);
const id = fc.constantFrom(...ids);
/** Changes of rows that refer to each other: a message moves, a person moves out, a name changes. */
const change = fc.oneof(
  fc.record({
    key: id.map((one) => `user/${one}`),
    row: fc.option(
      fc.record({ name: word, address_id: fc.option(id), deleted_at: fc.constantFrom(null, null, '2030') }),
      { nil: undefined },
    ),
  }),
  fc.record({
    key: id.map((one) => `address/${one}`),
    row: fc.option(fc.record({ street: word }), { nil: undefined }),
  }),
  fc.record({
    key: id.map((one) => `request/${one}`),
    row: fc.option(fc.record({ title: word, user_id: id, address_id: fc.option(id) }), { nil: undefined }),
  }),
  fc.record({
    key: id.map((one) => `requestComment/${one}`),
    row: fc.option(fc.record({ message: word, request_id: id }), { nil: undefined }),
  }),
);
const completed = (key: string, row: object) => {
  const [entity, of] = key.split('/') as [string, string];
  if (entity === 'user') return { ...user(of, ''), ...row };
  if (entity === 'address') return { ...address(of, ''), ...row };
  if (entity === 'request') return { ...request(of), ...row };
  return { ...comment(of, '', ''), ...row };
};

test('[14.1] whatever changes, in whatever slices, the index holds what an index made anew would hold', () => {
  fc.assert(
    fc.property(fc.array(fc.array(change, { maxLength: 6 }), { maxLength: 12 }), fc.nat(3), (batches, pieces) => {
      const rows = new EntityRows();
      const index = indexOf(reading(rows));
      for (const batch of batches) {
        const changes = Object.fromEntries(batch.map(({ key, row }) => [key, row && completed(key, row)]));
        rowsWith(changes, rows);
        index.note(Object.keys(changes));
        let left = pieces;
        index.takeIn(() => left-- <= 0);
      }
      index.takeIn();
      const anew = indexOf(reading(rows));
      expect([index.size, index.wordCount]).toEqual([anew.size, anew.wordCount]);
      for (const query of words)
        expect(index.search(query, () => 9).groups).toEqual(anew.search(query, () => 9).groups);
    }),
    { numRuns: runs(150, 3000) },
  );
});

test('[14.1] each role finds the actions and screens that it may use', () => {
  const labels = (role: Viewer['role']) => actionsFor(role, parts).map(({ label }) => label);
  expect(labels('resident')).toEqual(expect.arrayContaining(['Create Request', 'Documents', 'Profile']));
  for (const label of ['Upload Document', 'Create Violation', 'Invite User', 'Users', 'Activity'])
    expect(labels('resident')).not.toContain(label);
  expect(labels('board')).toEqual(
    expect.arrayContaining(['Upload Document', 'Create Violation', 'Invite User', 'Users']),
  );
  expect(labels('board')).not.toContain('Activity');
  expect(labels('superadmin')).toContain('Activity');
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
