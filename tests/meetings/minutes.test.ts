import { uuidv7 } from 'uuidv7';
import { expect, test } from 'vitest';
import type { MinutesText } from '../../schema/tables/minutes.ts';
import { versionsOfSection } from '../../sync/meetings/minutes/minutes-versions.ts';
import { dayInWords } from '../../sync/words.ts';
import { type Api, testBothApis } from '../support/apis.ts';
import { Device } from '../support/device.ts';
import { createContext, type TestContext } from '../support/fixtures.ts';
import { boardMeeting, meetingRow, write } from '../support/meetings.ts';
import { nth } from '../support/required.ts';

const NO_LONGER_RECORDS =
  'You are no longer on the board, so this was not saved. Hand over this device’s record to a board member.';

const textsOf = async ({ db }: TestContext, meeting_id: string) => {
  const { rows } = await db.execute({ sql: 'SELECT * FROM minutes_texts WHERE meeting_id = ?', args: [meeting_id] });
  return rows.map((row) => ({ ...row, replaces: JSON.parse(String(row.replaces)) })) as unknown as MinutesText[];
};
const versionsOf = async (ctx: TestContext, meeting_id: string, item_id: string) =>
  versionsOfSection(await textsOf(ctx, meeting_id), item_id).map(({ text }) => text);

testBothApis('[MIN-04] a stretch of typing is one row, which its author goes on with', async (api, ctx) => {
  const { id: meeting_id, items } = await boardMeeting(ctx);
  const row = { id: uuidv7(), meeting_id, item_id: nth(items, 0), replaces: [], desk: 'Record' };
  for (const text of ['<p>One</p>', '<p>One, two</p>'])
    expect(await api.act(ctx.bea, 'saveMinutesText', { ...row, text })).toEqual({ ok: true });
  expect(await textsOf(ctx, meeting_id)).toMatchObject([
    { id: row.id, text: '<p>One, two</p>', by_name: ctx.bea.name },
  ]);
  expect(await api.act(ctx.sue, 'saveMinutesText', { ...row, text: '<p>Mine</p>' })).toMatchObject({
    code: 'conflict',
  });
});

testBothApis('[MIN-04] [INV-10] typing on in a text that was replaced meanwhile loses no words', async (api, ctx) => {
  const { id: meeting_id, items } = await boardMeeting(ctx);
  const section = { meeting_id, item_id: nth(items, 0), desk: 'Record' };
  const [first, second] = [uuidv7(), uuidv7()];
  const save = (person: typeof ctx.bea, id: string, text: string, replaces: string[] = []) =>
    api.act(person, 'saveMinutesText', { ...section, id, text, replaces });
  await save(ctx.bea, first, '<p>The roof</p>');
  await save(ctx.sue, second, '<p>The roof leaks</p>', [first]);
  expect(await versionsOf(ctx, meeting_id, nth(items, 0))).toEqual(['<p>The roof leaks</p>']);
  for (const text of ['<p>The roof is new</p>', '<p>The roof is new and red</p>']) await save(ctx.bea, first, text);
  const versions = ['<p>The roof leaks</p>', '<p>The roof is new and red</p>'];
  expect((await versionsOf(ctx, meeting_id, nth(items, 0))).sort()).toEqual(versions.sort());
  const heads = versionsOfSection(await textsOf(ctx, meeting_id), nth(items, 0)).map(({ id }) => id);
  await save(ctx.sue, uuidv7(), '<p>Settled</p>', heads);
  await save(ctx.bea, first, '<p>The roof is new, red and dry</p>');
  expect(await versionsOf(ctx, meeting_id, nth(items, 0))).toContain('<p>The roof is new, red and dry</p>');
});

testBothApis('[MIN-09] approved minutes are locked, with the day of the approval', async (api, ctx) => {
  const { id: meeting_id, items } = await boardMeeting(ctx);
  const status = (status: string) => api.act(ctx.bea, 'setMinutesStatus', { meeting_id, status });
  for (const next of ['draft', 'in_review', 'draft', 'in_review', 'approved', 'approved'])
    expect([next, await status(next)]).toEqual([next, { ok: true }]);
  const { rows } = await ctx.db.execute({ sql: 'SELECT * FROM meetings WHERE id = ?', args: [meeting_id] });
  const locked = {
    ok: false,
    code: 'conflict',
    message: `These minutes were approved on ${dayInWords(String(rows[0]?.minutes_approved_on))}. Record a correction instead.`,
  };
  expect(await status('draft')).toEqual(locked);
  const row = { id: uuidv7(), meeting_id, item_id: nth(items, 0), text: '<p>Late</p>', desk: 'Record' };
  expect(await api.act(ctx.bea, 'saveMinutesText', row)).toEqual(locked);
});

testBothApis('[MIN-04] only who records writes, and nobody else moves the minutes on', async (api, ctx) => {
  const secretary = await ctx.join(ctx.hoa_id, 'Former Secretary', 'resident');
  const mine = meetingRow(ctx.bea, 'board_regular', { desk_ids: [secretary.id], recorder_ids: [secretary.id] });
  const other = meetingRow(ctx.bea, 'board_regular', { noticed: true });
  await write(ctx, async (tx) => {
    for (const meeting of [mine, other]) await tx.put('meeting', meeting);
  });
  const save = (meeting_id: string) =>
    api.act(secretary, 'saveMinutesText', { id: uuidv7(), meeting_id, text: '<p>x</p>', desk: 'Record' });
  expect(await save(mine.id)).toEqual({ ok: true });
  expect(await save(other.id)).toEqual({ ok: false, code: 'forbidden', message: NO_LONGER_RECORDS });
  const approval = (api: Api) => api.act(secretary, 'setMinutesStatus', { meeting_id: other.id, status: 'approved' });
  expect(await approval(api)).toMatchObject({ code: 'forbidden' });
});

test('[MIN-04] [INV-01] one section typed on two devices offline is two versions on both, until one is settled', async () => {
  const ctx = await createContext();
  const { id: meeting_id, items } = await boardMeeting(ctx);
  const devices = [new Device(ctx, ctx.bea), new Device(ctx, ctx.sue)];
  for (const device of devices) await device.sync();
  for (const [at, device] of devices.entries()) {
    device.online = false;
    const row = { id: uuidv7(), meeting_id, item_id: nth(items, 0), replaces: [], desk: `Desk ${at}` };
    await device.store.mutate('saveMinutesText', { ...row, text: `<p>Version ${at}</p>` });
  }
  for (const device of [...devices, ...devices]) {
    device.online = true;
    await device.sync();
  }
  const rowsOf = ({ store }: Device) =>
    versionsOfSection(store.rows('minutesText').all as MinutesText[], nth(items, 0));
  for (const device of devices)
    expect(
      rowsOf(device)
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['<p>Version 0</p>', '<p>Version 1</p>']);
  const [first, second] = devices as [Device, Device];
  const replaces = rowsOf(first).map(({ id }) => id);
  const settled = {
    id: uuidv7(),
    meeting_id,
    item_id: nth(items, 0),
    replaces,
    text: '<p>Settled</p>',
    desk: 'Record',
  };
  await first.store.mutate('saveMinutesText', settled);
  await first.sync();
  await second.sync();
  for (const device of devices) expect(rowsOf(device)).toMatchObject([{ text: '<p>Settled</p>' }]);
  await Promise.all(devices.map((device) => device.close()));
});

testBothApis(
  '[MEET-15] a text of a file keeps its author and never takes the place of a newer one',
  async (api, ctx) => {
    const { id: meeting_id, items } = await boardMeeting(ctx);
    const [id, at] = [uuidv7(), new Date(Date.now() - 60_000).toISOString()];
    const row = { id, meeting_id, item_id: nth(items, 0), replaces: [], desk: 'Desk 1' };
    const file = { desk: 'Desk 1', by: ctx.sue.id };
    await api.act(ctx.bea, 'saveMinutesText', { ...row, text: '<p>Old</p>', at, file });
    expect(await textsOf(ctx, meeting_id)).toMatchObject([{ by_name: ctx.sue.name, imported_by: ctx.bea.name }]);
    await api.act(ctx.sue, 'saveMinutesText', { ...row, text: '<p>Old</p>' });
    expect(await textsOf(ctx, meeting_id)).toMatchObject([{ text: '<p>Old</p>', imported_by: null }]);
    await api.act(ctx.sue, 'saveMinutesText', { ...row, text: '<p>New</p>' });
    await api.act(ctx.bea, 'saveMinutesText', { ...row, text: '<p>Old</p>', at, file });
    expect(await versionsOf(ctx, meeting_id, nth(items, 0))).toEqual(['<p>New</p>']);
  },
);
