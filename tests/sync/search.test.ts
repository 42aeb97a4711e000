import fc from 'fast-check';
import { expect, test } from 'vitest';
import { excerptOf, segmentsOf } from '../../client/search/query-words.ts';
import type { Viewer } from '../../client/search/source.ts';
import { actionsFor } from '../../client/search/sources.ts';
import { EntityRows } from '../../sync/client/entity-rows.ts';
import { nth } from '../support/required.ts';
import { runs } from '../support/runs.ts';
import { address, comment, indexOf, parts, reading, request, rowsWith, titles, user } from '../support/search.ts';

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
  expect(nth(groups, 0).hits.map(({ about, detail }) => [about, detail])).toEqual([
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
  expect(found('1042', { id: 'rex', role: 'resident' })).toEqual([['Check 1042', '/dues']]);
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
