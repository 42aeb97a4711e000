import { uuidv7 } from 'uuidv7';
import type { FactData, FactKind } from '../../schema/facts.ts';
import type { MeetingKind, RulesOfMeeting } from '../../schema/meetings.ts';
import type { AgendaItem, Meeting, MeetingFact, Motion } from '../../schema/tables/meetings.ts';
import type { MeetingProxy, RollUnit } from '../../schema/tables/voters.ts';
import { type FactOf, type MeetingBooks, type MeetingRows, rollId } from '../../sync/meetings/books.ts';
import { meetingBooks } from '../../sync/meetings/meeting-books.ts';
import { rulesFor, settingsOf } from '../../sync/meetings/rules.ts';

const HOA = { hoa_id: 'hoa', rev: 1 };
const MEETING_ID = 'meeting';

/** "19:04" or "19:04:30" on the evening of the meeting. */
export const time = (clock: string): string => `2026-11-12T${clock.length === 5 ? `${clock}:00` : clock}.000Z`;

/** The roll id of the nth unit or director, from 1. */
export const unitId = (n: number): string => rollId(MEETING_ID, `u${n}`);

const meetingOf = (kind: MeetingKind, rules: Partial<RulesOfMeeting>, over: Partial<Meeting> = {}): Meeting =>
  ({
    ...HOA,
    ...{ id: MEETING_ID, kind, status: 'scheduled', title: 'A meeting', starts_at: time('19:00') },
    ...{ adjourned_from: null, adjourned_from_at: null, first_at: null },
    rules: { ...rulesFor(settingsOf(), kind), ...rules },
    ...over,
  }) as Meeting;

const rollOf = (n: number, weightOf: (n: number) => number = () => 1, directors = false): RollUnit[] =>
  Array.from({ length: n }, (_, index) => ({
    ...HOA,
    ...{ id: unitId(index + 1), meeting_id: MEETING_ID, address_id: directors ? null : `u${index + 1}` },
    ...{ user_id: directors ? `u${index + 1}` : null, position: index + 1, weight: weightOf(index + 1) },
    ...{ label: directors ? `Director ${index + 1}` : `${index + 1} Oak Lane`, designated: null, office: null },
    ...{ owners: [{ name: `Owner ${index + 1}`, user_id: null }], suspended: false, non_voting: false },
    ...{ voter_ids: [], removed_at: null, changes: null },
  }));

type Setup = {
  kind?: MeetingKind;
  units?: number;
  weights?: (n: number) => number;
  rules?: Partial<RulesOfMeeting>;
  meeting?: Partial<Meeting>;
};

/** A meeting's rows, built as in the room. */
export class Room {
  #books: MeetingBooks;

  constructor({ kind = 'member_annual', units = 10, weights, rules = {}, meeting = {} }: Setup = {}) {
    this.#books = meetingBooks({
      time_zone: 'America/Chicago',
      meeting: meetingOf(kind, rules, meeting),
      items: [itemOf('item'), itemOf('other')],
      roll: rollOf(units, weights, kind.startsWith('board')),
      ...{ facts: [], motions: [], texts: [], proxies: [] },
    });
  }

  get books(): MeetingBooks {
    return this.#books;
  }

  set books(rows: MeetingRows) {
    this.#books = meetingBooks(rows, this.#books);
  }

  fact<Kind extends FactKind>(
    kind: Kind,
    at: string,
    subject: string | null,
    data: FactData[Kind],
    over: Partial<MeetingFact> = {},
  ): FactOf<Kind> {
    const fact = {
      ...HOA,
      ...{ id: uuidv7(), meeting_id: MEETING_ID, kind, subject, data, text: '', at: time(at), by: 'sec' },
      ...{ by_name: 'Sue', desk: 'Record', replaces: [], recorded_at: time(at), imported_by: null, ...over },
    } as MeetingFact;
    this.books = { ...this.books, facts: [...this.books.facts, fact] };
    return fact as unknown as FactOf<Kind>;
  }

  arrive(n: number, at: string, data: Partial<FactData['arrived']> = {}, desk = 'Desk 1') {
    return this.fact('arrived', at, unitId(n), { way: 'in_person', ...data }, { desk });
  }

  leave(n: number, at: string, data: FactData['left'] = {}, desk = 'Desk 1') {
    return this.fact('left', at, unitId(n), data, { desk });
  }

  void(fact: { id: string }, at: string) {
    return this.fact('voided', at, fact.id, { reason: 'A mistake' }, { replaces: [fact.id] });
  }

  vote(
    motion: Motion,
    n: number,
    choice: FactData['vote']['choice'],
    at = '20:01',
    over: Partial<MeetingFact> & { proxy_id?: string } = {},
  ) {
    const { proxy_id, ...rest } = over;
    const data = { motion_id: motion.id, choice, ...(proxy_id ? { proxy_id } : {}) };
    return this.fact('vote', at, unitId(n), data, rest);
  }

  motion(over: Partial<Motion> = {}): Motion {
    const motion = {
      ...HOA,
      ...{ id: uuidv7(), meeting_id: MEETING_ID, item_id: 'item', number: '1', mover: 'Ann', mover_id: null },
      ...{ threshold: { kind: 'majority', basis: 'weight' }, method: 'roll_call', executive: false },
      ...{ public_summary: null, on_adopt: null, on_fail: null, papers: null, item_ids: null, decisions: null },
      ...{ at: time('20:00'), by: 'sec', by_name: 'Sue', desk: 'Record', imported_by: null, ...over },
    } as Motion;
    this.books = { ...this.books, motions: [...this.books.motions, motion] };
    return motion;
  }

  proxy(n: number, over: Partial<MeetingProxy> = {}): MeetingProxy {
    const proxy = {
      ...HOA,
      ...{ id: uuidv7(), meeting_id: MEETING_ID, address_id: `u${n}`, giver_name: `Owner ${n}`, giver_id: null },
      ...{ holder_name: `Holder of ${n}`, holder_id: null, kind: 'general', directions: [], way: 'paper' },
      ...{ signed_at: '2026-11-01', photo_url: null, photo: null, status: 'active', status_reason: null },
      ...{ revoked_at: null, revoked_by_name: null, recorded_at: time('18:00'), recorded_by: 'sec' },
      ...{ recorded_by_name: 'Sue', voter_ids: [], ...over },
    } as MeetingProxy;
    this.books = { ...this.books, proxies: [...this.books.proxies, proxy] };
    return proxy;
  }

  changeProxy(id: string, over: Partial<MeetingProxy>) {
    this.books = {
      ...this.books,
      proxies: this.books.proxies.map((row) => (row.id === id ? { ...row, ...over } : row)),
    };
  }

  changeUnit(n: number, over: Partial<RollUnit>) {
    this.books = {
      ...this.books,
      roll: this.books.roll.map((row) => (row.id === unitId(n) ? { ...row, ...over } : row)),
    };
  }

  changeItem(id: string, over: Partial<AgendaItem>) {
    this.books = { ...this.books, items: this.books.items.map((row) => (row.id === id ? { ...row, ...over } : row)) };
  }
}

const itemOf = (id: string): AgendaItem => ({
  ...HOA,
  ...{ id, meeting_id: MEETING_ID, kind: 'business', position: 1, title: id, description: '', minutes: null },
  ...{ presenter: null, executive: false, consent: false, proposal: '', record: null, on_adopt: null },
  ...{ on_fail: null, papers: null, noticed: false, removed_at: null, created_at: time('08:00') },
});
