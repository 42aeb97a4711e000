import type { FactData, FactKind } from '../../../schema/facts.ts';
import type { Choice, Method, Outcome, Totals } from '../../../schema/meetings.ts';
import { rollId } from '../../../sync/meetings/books.ts';
import { actAt } from '../act.ts';
import type { Community } from '../community.ts';

const MINUTE_MS = 60_000;
const FACTS_A_CHANGE = 200;
const DESK = 'Record';

type Fact = {
  kind: FactKind;
  subject: string | null;
  data: object;
  text: string;
  minute: number;
  desk: string;
  replaces: string[];
};
type More = { text?: string; desk?: string; replaces?: string[] };

/** Writes down a meeting of the demo as the device with its record did: `minute` counts from the start. */
export class Minute {
  readonly id: string;
  readonly #community: Community;
  readonly #by: string;
  readonly #key: string;
  readonly #starts: number;
  readonly #waiting: Fact[] = [];
  #motions = 0;
  #facts = 0;

  /** `key` is the meeting's label in the demo. */
  constructor(community: Community, { key, by, starts_at }: { key: string; by: string; starts_at: string }) {
    this.id = community.id(`meeting/${key}`);
    this.#community = community;
    this.#by = by;
    this.#key = key;
    this.#starts = Date.parse(starts_at);
  }

  at(minute: number): string {
    return new Date(this.#starts + minute * MINUTE_MS).toISOString();
  }

  item(label: string): string {
    return this.#community.id(`item/${this.#key}/${label}`);
  }

  /** A person's id, where the directors are the roll. */
  director(key: string): string {
    return rollId(this.id, this.#community.person(key).id);
  }

  unit(home: string): string {
    return rollId(this.id, this.#community.id(`address/${home}`));
  }

  fact<Kind extends FactKind>(
    minute: number,
    kind: Kind,
    subject: string | null,
    data: FactData[Kind],
    { text = '', desk = DESK, replaces = [] }: More = {},
  ): string {
    this.#waiting.push({ kind, subject, data, text, minute, desk, replaces });
    return this.#factId(this.#facts + this.#waiting.length);
  }

  #factId(n: number): string {
    return this.#community.id(`fact/${this.#key}/${n}`);
  }

  /** Saves the facts so far, each change as its last fact is recorded, or all at an instant. */
  async save(instant?: string): Promise<void> {
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, FACTS_A_CHANGE);
      const facts = some.map(({ minute, ...fact }) => {
        this.#facts += 1;
        return { ...fact, id: this.#factId(this.#facts), at: instant ?? this.at(minute) };
      });
      await actAt(this.#community, this.#by, instant ?? this.at(some.at(-1)!.minute), 'recordFacts', {
        meeting_id: this.id,
        facts,
      });
    }
  }

  /** Makes a motion and returns its id. Its words are a fact. */
  async motion(
    minute: number,
    item: string,
    motion: { words: string; mover: string; second?: string; method: Method; more?: object },
  ): Promise<{ id: string; text_id: string }> {
    this.#motions += 1;
    const id = this.#community.id(`motion/${this.#key}/${this.#motions}`);
    const mover = this.#community.person(motion.mover);
    await actAt(this.#community, this.#by, this.at(minute), 'makeMotion', {
      id,
      meeting_id: this.id,
      item_id: item,
      number: String(this.#motions),
      mover: mover.name,
      mover_id: mover.id,
      threshold: { kind: 'majority', basis: 'units' },
      method: motion.method,
      at: this.at(minute),
      desk: DESK,
      ...motion.more,
    });
    const text_id = this.fact(minute, 'motion_text', id, { mover: mover.name }, { text: `<p>${motion.words}</p>` });
    if (motion.second) {
      const { name, id: user_id } = this.#community.person(motion.second);
      this.fact(minute, 'motion_seconded', id, { name, user_id });
    }
    this.fact(minute + 1, 'motion_state', id, { state: 'voting', method: motion.method });
    return { id, text_id };
  }

  /** The result of a motion by those present, one vote each. */
  result(
    minute: number,
    motion: { id: string; text_id: string },
    result: {
      outcome: Outcome;
      method: Method;
      votes: Record<Choice, number>;
      present: number;
      roll: number;
      counted?: string[];
    },
  ): string {
    const { votes, present, roll } = result;
    const cast = votes.for + votes.against;
    const count = (n: number) => ({ units: n, weight: n });
    const totals: Totals = { for: count(votes.for), against: count(votes.against), abstain: count(votes.abstain) };
    const needed = Math.floor(roll / 2) + 1;
    return this.fact(minute, 'result', motion.id, {
      outcome: result.outcome,
      method: result.method,
      totals,
      needed: Math.floor(cast / 2) + 1,
      of: cast,
      presence: { present, total: roll, needed, met: present >= needed, units: present, weight: present },
      counted: result.counted ?? [],
      text_id: motion.text_id,
    });
  }
}
