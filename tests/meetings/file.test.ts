import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import { addedSentence, changesOf, fileNameOf, makeFile, readFile, WRONG_FILE } from '../../sync/meetings/file.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { Device } from '../support/device.ts';
import { createContext, type Person, type TestContext } from '../support/fixtures.ts';
import { type boardMeeting, meetingRow, memberMeeting, newFact, write } from '../support/meetings.ts';

const NO_LONGER_RECORDS =
  'You are no longer on the board, so this was not saved. Hand over this device’s record to a board member.';

const heldBy = ({ store }: Device, id: string) => ({
  items: store.rows('agendaItem').by('meeting_id', id),
  facts: store.rows('meetingFact').by('meeting_id', id),
  motions: store.rows('motion').by('meeting_id', id),
  texts: store.rows('minutesText').by('meeting_id', id),
  actions: store.rows('actionItem').by('meeting_id', id),
});

const fileOf = async (device: Device, person: Person, id: string, desk = 'Desk 1'): Promise<string> => {
  const waiting = device.store.outbox.map(({ mutation, args }) => ({ mutation, args }));
  const of = { hoa_id: person.hoa_id, meeting: { id, title: 'A meeting' }, desk, by: person.id };
  return JSON.stringify(await makeFile({ ...of, made_at: '', held: heldBy(device, id), waiting }));
};

const add = async (device: Device, person: Person, meeting_id: string, text: string): Promise<string> => {
  const file = await readFile(text, { hoa_id: person.hoa_id, meeting_id });
  const found = changesOf(file, heldBy(device, meeting_id));
  for (const { mutation, args } of found.changes) await device.store.mutate(mutation as MutatorName, args);
  return addedSentence(file, found);
};

/** Desk 1 of Sue with a motion, a text, an action item and check-ins that nobody else knows. */
const recordOffline = async (ctx: TestContext, desk: Device, { id: meeting_id, items, roll }: Meeting) => {
  desk.online = false;
  const motion = uuidv7();
  const by = { desk: 'Desk 1', at: new Date().toISOString() };
  const threshold = { kind: 'majority', basis: 'units' };
  const arrived = (subject: string) => newFact('arrived', { way: 'in_person' }, { subject, desk: 'Desk 1' });
  const made: [MutatorName, object][] = [
    ['makeMotion', { id: motion, item_id: items[0], number: '1', mover: 'Bea', threshold, method: 'voice', ...by }],
    ['recordFacts', { facts: roll.map(arrived) }],
    [
      'recordFacts',
      { facts: [newFact('motion_text', {}, { subject: motion, text: '<p>To paint</p>', desk: 'Desk 1' })] },
    ],
    ['saveMinutesText', { id: uuidv7(), item_id: items[0], text: '<p>Discussed</p>', replaces: [], ...by }],
    [
      'createActionItem',
      { id: uuidv7(), title: 'Ask for offers', owner_name: 'Ann', item_id: items[0], desk: 'Desk 1' },
    ],
  ];
  for (const [name, args] of made) await desk.store.mutate(name, { ...args, meeting_id });
  return ctx.sue;
};
type Meeting = Awaited<ReturnType<typeof boardMeeting>>;

const ROWS = ['meetingFact', 'motion', 'minutesText', 'actionItem'] as const;
const rowsOf = ({ store }: Device) =>
  ROWS.flatMap((entity) =>
    store.rows(entity).all.map((row) => {
      const {
        recorded_at: _,
        imported_by: __,
        rev: ___,
        created_at: ____,
        ...rest
      } = row as unknown as Record<string, unknown>;
      return JSON.stringify([entity, Object.entries(rest).sort()]);
    }),
  ).sort();

for (const first of ['its own device', 'the file'])
  test(`[INV-12] [INV-05] [MEET-15] a file and its own device, ${first} first, give the same rows`, async () => {
    const ctx = await createContext();
    const meeting = await memberMeeting(ctx, 5);
    const [desk, record] = [await new Device(ctx, ctx.sue).sync(), await new Device(ctx, ctx.bea).sync()];
    await recordOffline(ctx, desk, meeting);
    const file = await fileOf(desk, ctx.sue, meeting.id);
    const own = async () => {
      desk.online = true;
      await desk.sync();
    };
    const added = async () => {
      record.online = false;
      expect(await add(record, ctx.bea, meeting.id, file)).toBe(
        'Added 9 new entries from Desk 1. 0 were already here.',
      );
      expect(await add(record, ctx.bea, meeting.id, file)).toBe(
        'Added 0 new entries from Desk 1. 9 were already here.',
      );
      record.online = true;
      await record.sync();
    };
    for (const step of first === 'the file' ? [added, own] : [own, added]) await step();
    for (const device of [desk, record, desk]) await device.sync();
    expect(rowsOf(record)).toEqual(rowsOf(desk));
    expect(record.store.rows('meetingFact').size).toBe(6);
    expect(record.store.outbox).toEqual([]);
    for (const { by, imported_by } of record.store.rows('meetingFact').all)
      expect([by, imported_by]).toEqual([ctx.sue.id, null]);
    await Promise.all([desk.close(), record.close()]);
  });

for (const lost of [true, false])
  test(`[MEET-15] [INV-12] an agenda item that one device alone knew comes with its motion and its text, ${lost ? 'and that device is lost' : 'before that device syncs'}`, async () => {
    const ctx = await createContext();
    const { id: meeting_id, items } = await memberMeeting(ctx, 2);
    const [desk, record] = [await new Device(ctx, ctx.sue).sync(), await new Device(ctx, ctx.bea).sync()];
    desk.online = false;
    const [item, motion, gone] = [uuidv7(), uuidv7(), { entity: 'request', id: uuidv7() }];
    const by = { desk: 'Desk 1', at: new Date().toISOString() };
    const threshold = { kind: 'majority', basis: 'units' };
    const made: [MutatorName, object][] = [
      ['createRequest', { id: gone.id, title: 'Fence', description: '<p>x</p>', category: 'Other' }],
      ['addAgendaItem', { id: item, title: 'The fence', after_id: items[0], record: gone }],
      ['updateAgendaItem', { id: item, title: 'The long fence', executive: true }],
      ['makeMotion', { id: motion, item_id: item, number: '1', mover: 'Bea', threshold, method: 'voice', ...by }],
      ['saveMinutesText', { id: uuidv7(), item_id: item, text: '<p>Discussed</p>', replaces: [], ...by }],
    ];
    for (const [name, args] of made) await desk.store.mutate(name, { meeting_id, ...args });
    const file = await fileOf(desk, ctx.sue, meeting_id);
    const said = await add(record, ctx.bea, meeting_id, file);
    expect(said).toBe('Added 3 new entries from Desk 1. 0 were already here.');
    await record.sync();
    if (!lost) {
      desk.online = true;
      for (const device of [desk, record, desk]) await device.sync();
      expect(rowsOf(desk)).toEqual(rowsOf(record));
    }
    for (const device of [desk, record])
      expect(device.store.outbox.filter(({ kind }) => kind === 'refused')).toEqual([]);
    const rows = record.store.rows('agendaItem').by('meeting_id', meeting_id);
    expect(rows.toSorted((a, b) => a.position - b.position).map(({ id }) => id)).toEqual([items[0], item, items[1]]);
    expect(record.store.rows('agendaItem').get(item)).toMatchObject({ title: 'The long fence', executive: true });
    expect(record.store.rows('minutesText').all).toMatchObject([{ item_id: item, text: '<p>Discussed</p>' }]);
    expect(record.store.rows('motion').all).toMatchObject([{ item_id: item }]);
    await Promise.all([desk.close(), record.close()]);
  });

test('[MEET-15] without its own device, rows keep their author and say who added them', async () => {
  const ctx = await createContext();
  const meeting = await memberMeeting(ctx, 2);
  const [desk, record] = [await new Device(ctx, ctx.sue).sync(), await new Device(ctx, ctx.bea).sync()];
  await recordOffline(ctx, desk, meeting);
  await add(record, ctx.bea, meeting.id, await fileOf(desk, ctx.sue, meeting.id));
  await record.sync();
  for (const row of [...record.store.rows('meetingFact').all, ...record.store.rows('motion').all])
    expect(row).toMatchObject({ by_name: ctx.sue.name, desk: 'Desk 1', imported_by: ctx.bea.name });
  await Promise.all([desk.close(), record.close()]);
});

test('[MEET-10] [MEET-15] what was refused in the tray of a device goes by file', async () => {
  const ctx = await createContext();
  const former = await ctx.join(ctx.hoa_id, 'Former Secretary', 'resident');
  const past = {
    desk_ids: [former.id],
    recorder_ids: [former.id],
    noticed: true,
    starts_at: '2020-01-01T00:00:00.000Z',
  };
  const meeting = meetingRow(ctx.bea, 'board_regular', past);
  await write(ctx, (tx) => tx.put('meeting', meeting));
  const [desk, record] = [await new Device(ctx, former).sync(), await new Device(ctx, ctx.bea).sync()];
  const fact = newFact('guest', { name: 'A neighbour' }, { desk: 'Desk 1' });
  await former.call('POST', '/api/replicache/push', {
    ...{ pushVersion: 1, clientGroupID: await desk.store.replicache.clientGroupID, schemaVersion: '1', profileID: '' },
    mutations: [
      { clientID: uuidv7(), id: 1, name: 'recordFacts', args: { meeting_id: meeting.id, facts: [fact] }, timestamp: 0 },
    ],
  });
  await desk.sync();
  expect(desk.store.outbox).toMatchObject([{ kind: 'refused', message: NO_LONGER_RECORDS }]);
  await add(record, ctx.bea, meeting.id, await fileOf(desk, former, meeting.id));
  await record.sync();
  expect(record.store.rows('meetingFact').all).toMatchObject([
    { id: fact.id, by: former.id, imported_by: ctx.bea.name },
  ]);
  await Promise.all([desk.close(), record.close()]);
});

test('[MEET-16] [INV-13] the file of another meeting or HOA, and a damaged one, are refused whole', async () => {
  const ctx = await createContext();
  const [meeting, other] = [await memberMeeting(ctx, 2), await memberMeeting(ctx, 2)];
  const desk = await new Device(ctx, ctx.sue).sync();
  await recordOffline(ctx, desk, meeting);
  const text = await fileOf(desk, ctx.sue, meeting.id);
  const read = (changed: string, of = { hoa_id: ctx.hoa_id, meeting_id: meeting.id }) => readFile(changed, of);
  expect((await read(text)).rows.facts).toHaveLength(3);
  const smuggled = JSON.parse(text);
  smuggled.rows.motions[0].row.meeting_id = other.id;
  const refused = [
    () => read(text, { hoa_id: ctx.hoa_id, meeting_id: other.id }),
    () => read(text, { hoa_id: ctx.olga.hoa_id, meeting_id: meeting.id }),
    () => read(text.replace('in_person', 'remote')),
    () => read(text.slice(0, -20)),
    () => read(JSON.stringify(smuggled)),
    () => read('null'),
    () => read(''),
  ];
  for (const attempt of refused)
    await expect(attempt()).rejects.toMatchObject({ code: 'invalid', message: WRONG_FILE });
  await desk.close();
});

test('[MEET-16] a file whose hash was made anew writes into no other meeting', async () => {
  const ctx = await createContext();
  const [meeting, other] = [await memberMeeting(ctx, 1), await memberMeeting(ctx, 1)];
  const [desk, record] = [await new Device(ctx, ctx.sue).sync(), await new Device(ctx, ctx.bea).sync()];
  await recordOffline(ctx, desk, meeting);
  desk.online = true;
  await desk.sync();
  const held = heldBy(desk, meeting.id);
  const of = { hoa_id: ctx.hoa_id, meeting: { id: other.id, title: '' }, desk: 'Desk 1', by: ctx.sue.id, made_at: '' };
  const forged = JSON.stringify(
    await makeFile({ ...of, held: { ...held, items: [], motions: [], texts: [], actions: [] }, waiting: [] }),
  );
  const file = await readFile(forged, { hoa_id: ctx.hoa_id, meeting_id: other.id });
  record.online = false;
  for (const { mutation, args } of changesOf(file, heldBy(record, other.id)).changes)
    await record.store.mutate(mutation as MutatorName, args).catch(() => undefined);
  record.online = true;
  await record.sync();
  expect(record.store.rows('meetingFact').by('meeting_id', other.id)).toHaveLength(0);
  await Promise.all([desk.close(), record.close()]);
});

test('[MEET-15] the name of a file has the date and the desk', () => {
  expect(fileNameOf('2026-11-12', 'Desk 1')).toBe('meeting-2026-11-12-desk-1.json');
  expect(fileNameOf('2026-11-12', '…')).toBe('meeting-2026-11-12-device.json');
});
