import { describe, expect, test } from 'vitest';
import { timeAtMeeting } from '../../client/meetings/clock.ts';
import { checkIn, targetOf, targetsOf } from '../../client/meetings/desk/check-in.ts';
import { codeText, readCode } from '../../client/meetings/desk/code.ts';
import { findUnits, indexUnits, isResidentAlone, personOf } from '../../client/meetings/desk/find-units.ts';
import type { Owner, Way } from '../../schema/meetings.ts';
import type { MeetingProxy, RollUnit } from '../../schema/tables/voters.ts';
import type { Attendee, Presence, UnitPresence } from '../../sync/meetings/books.ts';
import { nth } from '../support/required.ts';

const MEETING = '0199a000-0000-7000-8000-000000000001';
const HOA = '0199a000-0000-7000-8000-0000000000aa';

const unit = (position: number, label: string, ...names: (string | Owner)[]) =>
  ({
    id: `${MEETING}:${position}`,
    address_id: `address ${position}`,
    position,
    label,
    owners: names.map((name) => (typeof name === 'string' ? { name, user_id: null } : name)),
    designated: null,
    voter_ids: [],
    removed_at: null,
  }) as unknown as RollUnit;
const proxy = (position: number, holder_name: string, holder_id: string | null = null) =>
  ({
    id: `proxy ${position}`,
    address_id: `address ${position}`,
    holder_name,
    holder_id,
  }) as unknown as MeetingProxy;

const ROLL = [
  unit(1, '12 Oak Lane', 'José Núñez'),
  unit(2, '120 Oak Lane', 'Mary O’Neil', { name: 'Ann Lee', user_id: 'ann' }),
  unit(3, '7 Elm Street, Unit 12', 'Ann Lee'),
  unit(4, '9 Elm Street', 'Greta Groß'),
];
const RESIDENTS = new Map([['address 4', [{ name: 'Tom Tenant', user_id: 'tom' }]]]);
const index = indexUnits(ROLL, RESIDENTS, [proxy(4, 'Ann Lee', 'ann')]);
const labels = (query: string) => findUnits(index, query).map((hit) => hit.unit.label);

describe('[DESK-01] the desk finds units', () => {
  test.each([
    ['by owner, without accents and case', 'nunez JOSE', ['12 Oak Lane']],
    ['by street in any word order', 'lane oak', ['12 Oak Lane', '120 Oak Lane']],
    ['by number, the whole word first', '12', ['12 Oak Lane', '7 Elm Street, Unit 12', '120 Oak Lane']],
    ['by unit number and street', '12 elm', ['7 Elm Street, Unit 12']],
    ['by resident', 'tenant', ['9 Elm Street']],
    ['by who holds the proxy', 'ann', ['120 Oak Lane', '7 Elm Street, Unit 12', '9 Elm Street']],
    ['by a name with an apostrophe', "o'neil", ['120 Oak Lane']],
    ['not in the middle of a word', 'ak', []],
    ['not without a word', ' , ', []],
  ])('%s', (_, query, found) => {
    expect(labels(query)).toEqual(found);
  });

  test('and says by whom, and by which proxy', () => {
    expect(findUnits(index, 'ann').map(({ person, proxy_id }) => [person, proxy_id])).toEqual([
      ['Ann Lee', null],
      ['Ann Lee', null],
      ['Ann Lee', 'proxy 4'],
    ]);
    expect(findUnits(index, '12 oak')[0]).toMatchObject({ person: null, proxy_id: null });
  });

  test('[ROLL-01] a resident who is no owner is not the unit: a guest, or who holds its proxy', () => {
    expect(findUnits(index, 'tenant')).toMatchObject([{ person: 'Tom Tenant', proxy_id: null, isResident: true }]);
    for (const query of ['groß', '9 elm', 'ann']) expect(findUnits(index, query).at(-1)?.isResident).toBe(false);
    const holds = indexUnits(ROLL, RESIDENTS, [proxy(4, 'Tom Tenant', 'tom')]);
    expect(findUnits(holds, 'tenant')).toMatchObject([
      { person: 'Tom Tenant', proxy_id: 'proxy 4', isResident: false },
    ]);
    const owns = indexUnits(ROLL, new Map([['address 4', [{ name: 'Greta Groß', user_id: 'g' }]]]), []);
    expect(findUnits(owns, 'greta groß')[0]?.isResident).toBe(false);
  });

  test('[ROLL-01] a name that is typed for a unit is no resident who owns nothing', () => {
    const groß = nth(index.entries, 3);
    expect(isResidentAlone(index, groß.unit, ' tom TENANT ')).toBe(true);
    for (const name of ['Greta Groß', 'Her Attorney', '', 'Ann Lee'])
      expect(isResidentAlone(index, groß.unit, name)).toBe(false);
  });

  test('of 400 units without one that was withdrawn', () => {
    const many = Array.from({ length: 400 }, (_, at) => unit(at, `${at} Long Road`, `Owner ${at}`));
    many[5] = { ...nth(many, 5), removed_at: '2026-11-01T00:00:00.000Z' };
    const found = findUnits(indexUnits(many, new Map(), []), 'long');
    expect(found.map((hit) => hit.unit.position)).toEqual([
      0,
      1,
      2,
      3,
      4,
      ...Array.from({ length: 394 }, (_, at) => at + 6),
    ]);
  });
});

test('[DESK-03] a person has the units that they own and those whose proxy they hold', () => {
  const first = nth(findUnits(index, 'ann lee'), 0);
  expect(personOf(index, first)?.units.map(({ unit: { label }, proxy_id }) => [label, proxy_id])).toEqual([
    ['120 Oak Lane', null],
    ['7 Elm Street, Unit 12', null],
    ['9 Elm Street', 'proxy 4'],
  ]);
  expect(personOf(index, nth(findUnits(index, 'jose'), 0))).toBeUndefined();
  expect(personOf(index, nth(findUnits(index, 'tom'), 0))).toBeUndefined();
});

describe('[DESK-04] a check-in code', () => {
  const of = '0199a000-0000-7000-8000-0000000000bb';
  const here = { hoa_id: HOA, meeting_id: MEETING };

  test('names a unit of the roll', () => {
    expect(readCode(codeText({ ...here, of }), here)).toEqual({ roll_id: `${MEETING}:${of}` });
  });

  test('fits the dense form of QR codes', () => {
    expect(codeText({ ...here, of })).toMatch(/^[0-9A-Z:]{1,109}$/);
  });

  test.each([
    [
      'of another association',
      codeText({ hoa_id: of, meeting_id: MEETING, of }),
      'This code belongs to another association.',
    ],
    ['of another meeting', codeText({ hoa_id: HOA, meeting_id: of, of }), 'This code belongs to another meeting.'],
    ['of something else', 'https://example.com/', 'Not a check-in code.'],
    ['that goes on', `${codeText({ ...here, of })}:MORE`, 'Not a check-in code.'],
  ])('%s says so', (_, text, error) => {
    expect(readCode(text, here)).toEqual({ error });
  });
});

describe('checking in', () => {
  const person = (name: string, way: Way, proxy_id: string | null = null) => ({ name, way, proxy_id }) as Attendee;
  const here = (of: RollUnit, ...people: Attendee[]) =>
    ({ unit: of, way: people[0]?.way ?? null, people }) as unknown as UnitPresence;
  const presence = (...units: UnitPresence[]) =>
    ({ units: new Map(units.map((of) => [of.unit.id, of])) }) as unknown as Presence;
  const [oak, long, elm] = ROLL as [RollUnit, RollUnit, RollUnit];

  test('[DESK-06] a unit that is here gets no second fact', () => {
    const { facts, already } = checkIn(presence(here(oak, person('José Núñez', 'in_person'))), [
      targetOf({ unit: oak, person: null, proxy_id: null, isResident: false }),
    ]);
    expect([facts, already.map((of) => of.unit.label)]).toEqual([[], ['12 Oak Lane']]);
  });

  test('[DESK-05] an owner who comes while their proxy is here is recorded, the holder after the owner is not', () => {
    const byProxy = presence(here(oak, person('Ann Lee', 'proxy', 'proxy 1')));
    const owner = targetOf({ unit: oak, person: null, proxy_id: null, isResident: false });
    expect(checkIn(byProxy, [owner]).facts).toEqual([
      { kind: 'arrived', subject: oak.id, data: { way: 'in_person', person: 'José Núñez' } },
    ]);
    const inPerson = presence(here(oak, person('José Núñez', 'in_person')));
    const holder = targetOf({ unit: oak, person: 'Ann Lee', proxy_id: 'proxy 1', isResident: false });
    expect(checkIn(inPerson, [holder]).facts).toEqual([]);
    expect(checkIn(inPerson, [{ ...holder, also: true }]).facts).toHaveLength(1);
  });

  test('[DESK-02] a second owner is a fact of their own, the same one again is not', () => {
    const known = presence(here(long, person('Ann Lee', 'in_person')));
    const ann = { unit: long, way: 'in_person', person: 'Ann Lee', also: true } as const;
    expect(checkIn(known, [ann, { ...ann, person: 'Mary O’Neil' }]).facts).toMatchObject([
      { data: { person: 'Mary O’Neil' } },
    ]);
  });

  test('[DESK-03] all units of a person make a fact each, with the time on the paper', () => {
    const all = targetsOf({
      name: 'Ann Lee',
      units: [
        { unit: long, proxy_id: null },
        { unit: elm, proxy_id: null },
        { unit: oak, proxy_id: 'proxy 1' },
      ],
    });
    const at = '2026-11-12T01:05:00.000Z';
    const known = presence(here(long, person('Ann Lee', 'in_person')), here(elm), here(oak));
    expect(checkIn(known, all, at).facts).toEqual([
      { kind: 'arrived', subject: elm.id, data: { way: 'in_person', person: 'Ann Lee' }, at },
      { kind: 'arrived', subject: oak.id, data: { way: 'proxy', person: 'Ann Lee', proxy_id: 'proxy 1' }, at },
    ]);
  });
});

describe('[DESK-02] a time that is set back is of the meeting', () => {
  const zone = 'America/Chicago';
  const starts_at = '2026-11-13T01:00:00.000Z';
  const held = Date.parse(starts_at);

  test.each([
    ['before it begins', '18:40', held, '2026-11-13T00:40:00.000Z'],
    ['after midnight', '00:10', held, '2026-11-13T06:10:00.000Z'],
    ['entered from paper days later', '19:05', held + 5 * 86_400_000, '2026-11-13T01:05:00.000Z'],
    ['where it is held days early', '19:05', held - 5 * 86_400_000, '2026-11-08T01:05:00.000Z'],
    ['not written', '', held, ''],
  ])('%s', (_, time, now_ms, instant) => {
    expect(timeAtMeeting(zone, starts_at, time, now_ms)).toBe(instant);
  });
});
