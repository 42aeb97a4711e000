import type { FactData, FactKind } from '../../schema/facts.ts';
import type { FactInput } from '../../schema/meeting-facts.ts';
import type { Device } from './device.ts';
import type { TestContext } from './fixtures.ts';
import { itemRow, meetingRow, RULES, rollRow, write } from './meetings.ts';
import { nth, required } from './required.ts';

export const UNITS = 400;

const ITEMS = 6;

const START = '2026-03-12T00:30:00.000Z';

/** The same in each run, so that only the order of syncing differs. */
const idOf = (run: number, n: number) => `0000000${run}-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const at = (minute: number, second = 0) =>
  new Date(Date.parse(START) + 60_000 * minute + 1000 * second).toISOString();

export type Meeting = { run: number; id: string; items: string[]; roll: string[]; proxy: string };

export const scheduled = async (ctx: TestContext, run: number): Promise<Meeting> => {
  const id = idOf(run, 1);
  const items = Array.from({ length: ITEMS }, (_, n) => idOf(run, 10 + n));
  const rows = Array.from({ length: UNITS }, (_, n) => rollRow(id, idOf(run, 1000 + n), n + 1));
  const rules = { ...RULES, quorum: { basis: 'units' as const, measure: 'at_least' as const, percent: 30 } };
  const proxy = idOf(run, 5);
  await write(ctx, async (tx) => {
    const times = { starts_at: START, roll_frozen_at: START, created_at: START, changed_at: START };
    await tx.put('meeting', { ...meetingRow(ctx.bea, 'member_annual', { ...times, rules }), id });
    for (const [n, item] of items.entries()) await tx.put('agendaItem', { ...itemRow(id, n + 1), id: item });
    for (const unit of rows) await tx.put('rollUnit', unit);
    await tx.put('proxy', {
      ...{
        id: proxy,
        meeting_id: id,
        address_id: required(nth(rows, 0).address_id),
        giver_name: 'Owner 1',
        giver_id: null,
      },
      ...{ holder_name: 'Bea', holder_id: null, kind: 'general', directions: [], signed_at: '2026-03-01', way: 'app' },
      ...{ photo_url: null, photo: null, status: 'active', status_reason: null, revoked_at: null },
      ...{ revoked_by_name: null, recorded_at: START, recorded_by: null, recorded_by_name: 'Owner 1', voter_ids: [] },
    });
  });
  return { run, id, items, roll: rows.map((unit) => unit.id), proxy };
};

/** A device in the meeting that records under the name of its desk. */
export class Desk {
  readonly device: Device;
  readonly #meeting: Meeting;
  readonly #name: string;
  #next: number;

  constructor(device: Device, meeting: Meeting, name: string, first: number) {
    this.device = device;
    this.#meeting = meeting;
    this.#name = name;
    this.#next = first;
  }

  newId(): string {
    this.#next += 1;
    return idOf(this.#meeting.run, this.#next);
  }

  async record<Kind extends FactKind>(
    time: string,
    kind: Kind,
    subject: string | null,
    data: FactData[Kind],
    text = '',
  ): Promise<string> {
    const fact = { id: this.newId(), kind, subject, data, text, at: time, desk: this.#name, replaces: [] } as FactInput;
    await this.device.store.mutate('recordFacts', { meeting_id: this.#meeting.id, facts: [fact] });
    return fact.id;
  }

  async checkIn(from: number, to: number, minute: number): Promise<void> {
    for (let n = from; n < to; n += 1)
      await this.record(
        at(minute, n),
        'arrived',
        nth(this.#meeting.roll, n),
        n === 0
          ? { way: 'proxy', person: 'Bea', proxy_id: this.#meeting.proxy }
          : { way: 'in_person', person: `Owner ${n + 1}` },
      );
  }

  async motion(
    n: number,
    method: 'consent' | 'voice' | 'count' | 'roll_call',
    minute: number,
  ): Promise<[string, string]> {
    const id = this.newId();
    await this.device.store.mutate('makeMotion', {
      ...{
        id,
        meeting_id: this.#meeting.id,
        item_id: nth(this.#meeting.items, n),
        number: String(n),
        mover: 'Bea Marsh',
      },
      ...{ threshold: { kind: 'majority', basis: 'units' }, method, at: at(minute), desk: this.#name },
    });
    const text = await this.record(
      at(minute),
      'motion_text',
      id,
      { mover: 'Bea Marsh' },
      `<p>That item ${n} be done.</p>`,
    );
    await this.record(at(minute, 5), 'motion_seconded', id, { name: 'Dale Brooks' });
    await this.record(at(minute, 10), 'motion_state', id, { state: 'voting', method });
    return [id, text];
  }

  result(
    minute: number,
    motion: string,
    text_id: string,
    method: 'consent' | 'voice' | 'count' | 'roll_call',
    votes: number,
    counted: string[] = [],
  ) {
    const count = (units: number) => ({ units, weight: units });
    return this.record(at(minute), 'result', motion, {
      outcome: 'adopted',
      method,
      totals: { for: count(votes), against: count(0), abstain: count(0) },
      needed: Math.floor(votes / 2) + 1,
      of: votes,
      presence: { present: 206, total: UNITS, needed: 120, met: true, units: 206, weight: 206 },
      counted,
      text_id,
    });
  }
}
