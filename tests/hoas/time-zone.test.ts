import { describe, expect, test } from 'vitest';
import { zoneChange } from '../../client/account/settings/zone-change.ts';
import { zoneChoices, zoneName } from '../../client/forms/zones.ts';
import type { Meeting } from '../../schema/tables/meetings.ts';
import { create, issue, periods } from '../support/dues.ts';
import { createContext } from '../support/fixtures.ts';
import { createReminding, FIRST_DAY, step } from '../support/reminders.ts';

const NOW = '2031-03-03T05:30:00.000Z';
const meeting = (title: string, starts_at: string, over: object = {}) =>
  ({ id: title, title, starts_at, status: 'scheduled', noticed: false, ...over }) as Meeting;

describe('what another time zone moves is said before it is saved', () => {
  test('meetings that are still to come, with both times', () => {
    const { clock, meetings } = zoneChange('America/Chicago', 'America/Los_Angeles', NOW, [
      meeting('Annual', '2031-06-05T00:00:00.000Z', { noticed: true }),
      meeting('Past', '2031-03-01T00:00:00.000Z'),
      meeting('Budget', '2031-04-05T00:00:00.000Z'),
      meeting('Canceled', '2031-04-06T00:00:00.000Z', { status: 'canceled' }),
    ]);
    expect(clock).toEqual({ before: 'Mar 2, 2031, 11:30 PM', after: 'Mar 2, 2031, 9:30 PM' });
    expect(meetings).toEqual([
      ...[{ id: 'Budget', title: 'Budget', wasNoticed: false }].map((one) => ({
        ...one,
        ...{ before: 'Apr 4, 2031, 7:00 PM', after: 'Apr 4, 2031, 5:00 PM' },
      })),
      ...[{ id: 'Annual', title: 'Annual', wasNoticed: true }].map((one) => ({
        ...one,
        ...{ before: 'Jun 4, 2031, 7:00 PM', after: 'Jun 4, 2031, 5:00 PM' },
      })),
    ]);
  });

  test('when days begin: later in the west, earlier in the east, by half hours where it is so', () => {
    const first = (to: string) => zoneChange('America/Chicago', to, NOW, []).lines[0];
    expect(first('America/Los_Angeles')).toContain('Each day begins 2 hours later.');
    expect(first('America/New_York')).toContain('Each day begins 1 hour earlier.');
    expect(first('America/St_Johns')).toContain('Each day begins 2 hours 30 minutes earlier.');
    expect(first('America/Regina')).toContain('Both zones have the same time today.');
  });

  test('zones are named as people say, those of the United States first', () => {
    expect(zoneChoices(NOW)[0]).toEqual({
      ...{ id: 'America/New_York', label: 'Eastern Time', hint: 'USA · New York, Atlanta, Miami' },
      aside: '12:30 AM',
    });
    expect(['America/Chicago', 'America/Indiana/Knox', 'Europe/Paris'].map(zoneName)).toEqual([
      'Central Time',
      'Knox, Indiana',
      'Paris',
    ]);
  });
});

test('a due goes out on its own date, which begins by the new clock', async () => {
  const ctx = await createContext();
  const due = await create(ctx.bea, [ctx.rex], { send_date: '2098-05-02', frequency: 'one_time' });
  expect((await ctx.sue.call('PUT', '/api/hoa', { time_zone: 'Pacific/Honolulu' })).status).toBe(200);
  // In Chicago it is one in the morning of that date.
  await issue(ctx, due._id, '2098-05-02T06:00:00.000Z');
  expect(await periods(ctx.db, due._id)).toEqual([]);
  await issue(ctx, due._id, '2098-05-02T10:30:00.000Z');
  expect(await periods(ctx.db, due._id)).toEqual(['2098-05-02']);
});

test('daily summaries and quiet hours that wait are sent by the new clock, other people’s mails stay as they are', async () => {
  const ctx = await createContext();
  await ctx.rex.call('PUT', '/api/notifications/preferences', { digest_hour: 8 });
  const jobs = async () => {
    const sql = "SELECT kind, payload ->> '$.id' AS id FROM outbox WHERE hoa_id = ? AND kind LIKE '%Notifications'";
    return (await ctx.db.execute({ sql, args: [ctx.hoa_id] })).rows.length;
  };
  const before = await jobs();
  await ctx.sue.call('PUT', '/api/hoa', { phone: '555-0100' });
  expect(await jobs()).toBe(before);
  await ctx.sue.call('PUT', '/api/hoa', { time_zone: 'America/Denver' });
  expect(await jobs()).toBe(before + 2);
});

test('[DUN-02] the reminders of a day that has yet to begin again wait for it, and go out once', async () => {
  const home = await createReminding();
  try {
    await home.rules(step(0));
    await home.charge(50, 0);
    await home.queue();
    await home.act('updateHoa', { time_zone: 'Pacific/Pago_Pago' });
    // Seven on the evening before, there.
    home.goTo(0, -10);
    await home.drain();
    expect(home.subjects()).toEqual([]);
    home.goTo(0, 5);
    await home.run();
    home.goTo(1);
    await home.run();
    expect(home.subjects()).toEqual(['Step 0']);
    expect(await home.reminders()).toMatchObject([{ remind_on: FIRST_DAY }]);
  } finally {
    await home.resend.close();
  }
});
