import type { FactData, FactKind } from '../../schema/facts.ts';
import { CHOICES, METHODS, OUTCOMES, type Threshold } from '../../schema/meetings.ts';
import type { MeetingFact, Motion } from '../../schema/tables/meetings.ts';
import type { MeetingProxy } from '../../schema/tables/voters.ts';
import type { MeetingBooks } from '../../sync/meetings/books.ts';
import { meetingBooks } from '../../sync/meetings/meeting-books.ts';
import { Room, time, unitId } from './meeting-books.ts';
import { type Random, randomOf } from './random.ts';

const MINUTE_MS = 60_000;
const EVENING = Date.parse(time('19:00'));
/** When all devices have synced. */
const MORNING = '2026-11-13T08:00:00.000Z';
const PEOPLE = ['Ann', 'Bo', 'Cy'];
const LABELS = ['Left', 'Right'];

type Device = { desk: string; skew: number; known: MeetingFact[] };

type Add = <Kind extends FactKind>(
  kind: Kind,
  subject: string | null,
  data: FactData[Kind],
  more?: Partial<MeetingFact>,
) => void;
type Act = [weight: number, act: () => void];
/** The choices of chance for one step of a device. */
type Turn = {
  add: Add;
  device: Device;
  unit: string;
  motion: Motion;
  proxy: MeetingProxy | undefined;
  byProxy: { proxy_id?: string };
  person: { person?: string };
  choice: (typeof CHOICES)[number];
};

const knownOf = ({ known }: Device, kind: FactKind, subject: string | null) =>
  known.filter((one) => one.kind === kind && one.subject === subject);
const idsOf = (facts: MeetingFact[]) => facts.map(({ id }) => id);

/** A meeting that several devices recorded apart, each by a clock of its own and with what it knew. The same for the same seed. */
export const randomEvening = (seed: number): MeetingBooks => new Evening(seed).played();

class Evening {
  readonly #random: Random;
  readonly #room: Room;
  readonly #units: number;
  readonly #motions: Motion[];
  readonly #devices: Device[];
  readonly #all: MeetingFact[] = [];

  constructor(seed: number) {
    this.#random = randomOf(seed * 7_919);
    const isBoard = this.#is(0.45);
    this.#units = 3 + this.#upTo(6);
    const isLower = this.#is(0.3);
    this.#room = new Room({
      kind: isBoard ? 'board_regular' : 'member_annual',
      units: this.#units,
      weights: isBoard ? () => 1 : () => 1 + this.#upTo(4),
      rules: {
        quorum: {
          basis: this.#one(['units', 'weight'] as const),
          measure: this.#one(['at_least', 'more_than_half'] as const),
          percent: this.#one([20, 30, 33, 50, 67]),
        },
        adjourned_quorum: { percent: this.#one([10, 20]), days: 20 },
        recused_count_for_quorum: this.#is(0.6),
        suspension: { enabled: this.#is(0.6), counts_in_total: this.#is(0.5) },
      },
      meeting: isLower
        ? { adjourned_from: 'earlier', adjourned_from_at: `2026-10-${this.#one([15, 30])}T19:00:00.000Z` }
        : {},
    });
    this.#room.books = {
      ...this.#room.books,
      roll: this.#room.books.roll.map((unit, n) => (n === 0 ? unit : this.#spoiled(unit))),
    };
    this.#motions = Array.from({ length: 1 + this.#upTo(2) }, (_, n) =>
      this.#room.motion({
        id: `motion${n}`,
        item_id: this.#one(['item', 'other']),
        threshold: this.#threshold(),
        method: this.#one([...METHODS, 'roll_call', 'roll_call'] as const),
        at: new Date(EVENING + this.#upTo(120) * MINUTE_MS).toISOString(),
      }),
    );
    if (!isBoard) this.#giveProxies();
    this.#devices = Array.from({ length: 2 + this.#upTo(3) }, (_, n) => ({
      ...{ desk: `Desk ${n}`, known: [] },
      skew: this.#is(0.6) ? 0 : (this.#upTo(120) - 60) * MINUTE_MS,
    }));
  }

  played(): MeetingBooks {
    const steps = 20 + this.#upTo(60);
    for (let step = 0; step < steps; step += 1) {
      const device = this.#one(this.#devices);
      if (this.#is(0.15)) device.known = [...new Set([...this.#all])];
      else this.#act(device, step);
    }
    return meetingBooks({ ...this.#room.books, facts: [...this.#all] });
  }

  #act(device: Device, step: number): void {
    const at = new Date(EVENING + step * 2 * MINUTE_MS + device.skew).toISOString();
    const add: Add = (kind, subject, data, more = {}) => {
      const over = { id: `f${this.#upTo(1e9)}-${step}`, at, desk: device.desk, recorded_at: MORNING, ...more };
      const fact = this.#room.fact(kind, '19:00', subject, data, over) as unknown as MeetingFact;
      device.known = [...device.known, fact];
      this.#all.push(fact);
    };
    const [n, motion] = [1 + this.#upTo(this.#units), this.#one(this.#motions)];
    const proxy = this.#one([...this.#proxiesOf(n), undefined]);
    const byProxy = proxy && this.#is(0.6) ? { proxy_id: proxy.id } : {};
    const person = this.#is(0.5) ? { person: this.#one(PEOPLE) } : {};
    const choice = this.#one(CHOICES);
    const turn: Turn = { add, device, unit: unitId(n), motion, proxy, byProxy, person, choice };
    const acts = [...this.#atDesk(turn), ...this.#onMotion(turn), ...this.#onRecord(turn)];
    let left = this.#random.next() * acts.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, act] of acts) {
      left -= weight;
      if (left >= 0) continue;
      act();
      return;
    }
  }

  #atDesk({ add, device, unit, motion, proxy, byProxy, person, choice }: Turn): Act[] {
    const ballot = { motion_id: motion.id, choice, ...byProxy };
    const arrive = () =>
      add(
        'arrived',
        unit,
        proxy && this.#is(0.5)
          ? { way: 'proxy', proxy_id: proxy.id }
          : { way: this.#one(['in_person', 'remote'] as const), ...person },
      );
    const comeAndGo = () =>
      add(this.#one(['left', 'arrived'] as const) as 'arrived', unit, { way: 'in_person', item_id: motion.item_id });
    const voteAgain = () => {
      const before = knownOf(device, 'vote', unit).filter(
        ({ data }) => (data as FactData['vote']).motion_id === motion.id,
      );
      add('vote', unit, ballot, { replaces: idsOf(before) });
    };
    return [
      [8, arrive],
      [3, () => add('left', unit, this.#one([{}, person, byProxy]))],
      [1, comeAndGo],
      [7, () => add('vote', unit, ballot)],
      [3, voteAgain],
    ];
  }

  #onMotion({ add, device, motion }: Turn): Act[] {
    const count = () => {
      const label = this.#one(LABELS);
      const same = knownOf(device, 'count', motion.id).filter(
        ({ data }) => (data as FactData['count']).label === label,
      );
      const numbers = { for: this.#upTo(9), against: this.#upTo(9), abstain: this.#upTo(3) };
      add('count', motion.id, { label, ...numbers }, { replaces: this.#is(0.5) ? idsOf(same) : [] });
    };
    const amend = () => {
      const text = `<p>${this.#one(['to mend it', 'to sell it', 'to paint it'])}</p>`;
      const replaces = this.#is(0.7) ? idsOf(knownOf(device, 'motion_text', motion.id)) : [];
      add('motion_text', motion.id, {}, { text, replaces });
    };
    const openVote = () =>
      add('motion_state', motion.id, {
        state: this.#one(['voting', 'made'] as const),
        method: this.#is(0.4) ? this.#one(METHODS) : undefined,
      });
    return [
      [3, count],
      [3, () => this.#record(add, motion, idsOf(knownOf(device, 'result', motion.id)))],
      [2, amend],
      [1, () => add('motion_seconded', motion.id, { name: 'Bo' })],
      [2, openVote],
    ];
  }

  #onRecord({ add, device, unit }: Turn): Act[] {
    const voidOne = () => {
      const fact = device.known[this.#upTo(device.known.length)];
      if (fact) add('voided', fact.id, { reason: 'A mistake' }, { replaces: [fact.id] });
    };
    const phases = ['called_to_order', 'recess', 'resumed', 'executive_started', 'executive_ended'] as const;
    return [
      [2, () => add('recused', unit, { item_id: this.#one(['item', 'other']), nature: 'a contract', stays: true })],
      [2, () => add('item_started', this.#one(['item', 'other']), {})],
      [2, () => add(this.#one(phases), null, {})],
      [0.4, () => add('adjourned', null, {})],
      [2, voidOne],
    ];
  }

  /** It has figures of its own: a result is what was announced. */
  #record(add: Add, { id }: Motion, before: string[]) {
    const count = () => ({ units: this.#upTo(2), weight: this.#upTo(2) });
    const [outcome, votesFor, against] = [this.#one(OUTCOMES.slice(0, 2)), count(), count()];
    const result: FactData['result'] = {
      ...{ outcome, method: 'voice', needed: 1, of: 1, counted: [], text_id: null },
      totals: { for: votesFor, against, abstain: { units: 0, weight: 0 } },
      presence: { present: 2, total: 3, needed: 2, met: true, units: 2, weight: 2 },
      ...(this.#is(0.5) ? { reason: 'Counted anew' } : {}),
    };
    add('result', id, result, { replaces: this.#is(0.6) ? before : [] });
  }

  #giveProxies(): void {
    for (let n = 1; n <= this.#units; n += 1)
      for (let nth = this.#upTo(3); nth > 0; nth -= 1) {
        const status = this.#one(['active', 'active', 'revoked', 'invalid'] as const);
        this.#room.proxy(n, {
          ...{
            id: `p${n}-${nth}`,
            signed_at: `2026-11-0${nth}`,
            status,
            kind: this.#one(['general', 'directed', 'directed', 'quorum'] as const),
          },
          directions: [{ item_id: this.#one(['item', 'other']), choice: this.#one(CHOICES) }],
          revoked_at: status === 'revoked' ? new Date(EVENING + this.#upTo(120) * MINUTE_MS + 1).toISOString() : null,
        });
      }
  }

  #proxiesOf = (n: number): MeetingProxy[] =>
    this.#room.books.proxies.filter(({ address_id }) => address_id === `u${n}`);

  #spoiled<Unit extends { suspended: boolean; non_voting: boolean; removed_at: string | null }>(unit: Unit): Unit {
    const chance = this.#random.next();
    if (chance < 0.12) return { ...unit, suspended: true };
    if (chance < 0.18) return { ...unit, non_voting: true };
    return chance < 0.24 ? { ...unit, removed_at: time('18:00') } : unit;
  }

  #threshold(): Threshold {
    const kind = this.#one(['majority', 'two_thirds', 'present', 'roll'] as const);
    const basis = this.#one(['units', 'weight'] as const);
    return kind === 'roll' && this.#is(0.7) ? { kind, basis, percent: this.#one([25, 50, 67]) } : { kind, basis };
  }

  #is = (share: number): boolean => this.#random.chance(share);
  #upTo = (n: number): number => this.#random.below(n);
  #one = <T>(list: readonly T[]): T => this.#random.pick(list);
}
