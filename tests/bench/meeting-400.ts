import type { FactData, FactKind } from '../../schema/facts.ts';
import type { Rows } from '../../schema/rows.ts';
import { type MeetingBooks, rollId } from '../../sync/meetings/books.ts';
import { meetingBooks } from '../../sync/meetings/meeting-books.ts';
import { nth, required } from '../support/required.ts';
import type { BenchHoa } from './fill.ts';

type Fact = Rows['meetingFact'];
/** Rows of one meeting in the shapes that the database takes. */
export type MeetingRows = {
  meeting: Rows['meeting'];
  items: Rows['agendaItem'][];
  roll: Rows['rollUnit'][];
  facts: Fact[];
  motions: Rows['motion'][];
  texts: Rows['minutesText'][];
};
type Size = {
  items: number;
  motions: number;
  facts: number;
  /** Nobody is absent. */
  everyone?: boolean;
};

const MINUTE_MS = 60_000;

/** The workload "meeting-400": an annual meeting of all units that began an hour before `now`, on two desks: every third unit is
 * absent, unless `everyone` is there, and the rest of the facts are marks in roll calls. Ids count up from `from`, so that the same call gives the same rows. */
export const meetingOf = (ground: BenchHoa, now: string, size: Size, from = 1): MeetingRows => {
  const began = Date.parse(now) - 60 * MINUTE_MS;
  const sources: Sources = { ground, idOf: countIds(from), at: countSeconds(began) };
  const meeting = meetingRow(ground.bea, sources.idOf(), new Date(began).toISOString());
  const base = { hoa_id: ground.hoa_id, rev: 1, meeting_id: meeting.id };
  const items = Array.from({ length: size.items }, (_, n) => ({
    ...itemRow(n, meeting.created_at),
    ...base,
    id: sources.idOf(),
  }));
  const roll = [ground.bea, ground.rita, ...ground.neighbours].map((user, n) => ({
    ...rollRow(user, n),
    ...base,
    id: rollId(meeting.id, required(user.address_id)),
  }));
  const book = new FactBook(sources, base);
  book.record('recorder_taken', null, { device: 'bench' }, 'Record');
  book.record('called_to_order', null, {}, 'Record');
  const here = roll.filter((_, n) => size.everyone || n % 3 !== 2);
  for (const [n, unit] of here.entries())
    book.record('arrived', unit.id, { way: n % 10 === 0 ? 'remote' : 'in_person' }, `Desk ${1 + (n % 2)}`);
  const motions = Array.from({ length: size.motions }, (_, n) => ({
    ...base,
    ...motionRow(nth(items, n % items.length).id, n + 1, ground.bea, sources.at()),
    id: sources.idOf(),
  }));
  for (const motion of motions) putToVote(book, motion);
  for (let n = 0; book.facts.length < size.facts; n += 1) {
    const motion = nth(motions, Math.floor(n / here.length) % motions.length);
    const choice = nth(['for', 'for', 'against', 'abstain'] as const, n % 4);
    book.record('vote', nth(here, n % here.length).id, { motion_id: motion.id, choice }, `Desk ${1 + (n % 2)}`);
  }
  const texts = items.map((item) => ({ ...base, ...textRow(item, ground.bea, sources.at()), id: sources.idOf() }));
  return { meeting, items, roll, facts: book.facts, motions, texts };
};

type Base = Pick<Fact, 'hoa_id' | 'rev' | 'meeting_id'>;
type Sources = { ground: BenchHoa; idOf(): string; at(): string };

const countIds = (from: number) => {
  let next = from * 1_000_000;
  return () => {
    next += 1;
    return `00000000-0000-7000-8000-${String(next).padStart(12, '0')}`;
  };
};

/** One second later at each call. */
const countSeconds = (began: number) => {
  let second = 0;
  return () => {
    second += 1;
    return new Date(began + 1000 * second).toISOString();
  };
};

class FactBook {
  readonly facts: Fact[] = [];
  readonly #sources: Sources;
  readonly #base: Base;

  constructor(sources: Sources, base: Base) {
    this.#sources = sources;
    this.#base = base;
  }

  record<Kind extends FactKind>(kind: Kind, subject: string | null, data: FactData[Kind], desk: string, text = '') {
    const { ground, idOf, at } = this.#sources;
    const time = at();
    const by = { by: ground.bea.id, by_name: ground.bea.name, desk, imported_by: null, executive_session_id: null };
    const fact = { kind, subject, data, text, at: time, replaces: [], recorded_at: time };
    this.facts.push({ ...this.#base, ...by, id: idOf(), ...fact });
  }
}

const putToVote = (book: FactBook, { id, item_id, number }: Rows['motion']): void => {
  const text = `<p>That the board spend $${number}00 on the roof of the clubhouse.</p>`;
  book.record('item_started', item_id, {}, 'Record');
  book.record('motion_text', id, {}, 'Record', text);
  book.record('motion_state', id, { state: 'voting', method: 'roll_call' }, 'Record');
};

export const booksOf = (rows: MeetingRows): MeetingBooks =>
  meetingBooks({ ...rows, time_zone: 'America/Chicago', proxies: [] });

const RULES: Rows['meeting']['rules'] = {
  notice_hours: 336,
  longest_notice_days: 60,
  quorum: { basis: 'weight', measure: 'at_least', percent: 30 },
  adjourned_quorum: { percent: 20, days: 20 },
  recused_count_for_quorum: true,
  threshold: { kind: 'majority', basis: 'weight' },
  second_required: false,
  show_seconder: true,
  names_published: false,
  speaker_seconds: 180,
  proxies: { allowed: true, valid_days: 90, deadline_hours: 0, in_elections: false },
  suspension: { enabled: false, counts_in_total: false },
  directors: [],
};

const meetingRow = (bea: BenchHoa['bea'], id: string, starts_at: string): Rows['meeting'] => ({
  id,
  hoa_id: bea.hoa_id,
  rev: 1,
  kind: 'member_annual',
  title: 'Annual meeting',
  status: 'scheduled',
  starts_at,
  ends_at: null,
  place: 'Clubhouse',
  remote_link: null,
  purpose: null,
  chair_id: bea.id,
  secretary_id: bea.id,
  desk_ids: [bea.id],
  recorder_ids: [bea.id],
  had_executive: false,
  proxy_officers: [],
  rules: RULES,
  executive_only: false,
  has_election: false,
  exec_summary: null,
  adjourned_from: null,
  record_date: starts_at.slice(0, 10),
  roll_frozen_at: starts_at,
  notice_announcement_id: null,
  noticed: true,
  notice_reason: null,
  notice_of: null,
  cancel_announcement_id: null,
  cancel_reason: null,
  canceled_at: null,
  canceled_by_name: null,
  adjourned_from_at: null,
  called_at: starts_at,
  first_at: null,
  adjourned_at: null,
  minutes_status: 'none',
  minutes_approved_on: null,
  minutes_approved_at: null,
  minutes_late_at: null,
  minutes_document_id: null,
  exec_minutes_document_id: null,
  sequence: 0,
  changed_at: starts_at,
  created_by: bea.id,
  created_by_name: bea.name,
  created_at: starts_at,
});

const itemRow = (n: number, created_at: string) => ({
  kind: 'business' as const,
  position: 1000 * (n + 1),
  title: `Item ${n + 1}`,
  description: '<p>What the board proposes, and why.</p>',
  minutes: 10,
  presenter: null,
  executive: false,
  consent: false,
  proposal: '',
  record: null,
  on_adopt: null,
  on_fail: null,
  papers: null,
  noticed: true,
  removed_at: null,
  created_at,
});

const textRow = ({ id, title }: { id: string; title: string }, bea: BenchHoa['bea'], at: string) => ({
  item_id: id,
  text: `<p>The treasurer reported on ${title}.</p>`,
  replaces: [],
  at,
  by: bea.id,
  by_name: bea.name,
  desk: 'Record',
  imported_by: null,
  executive_session_id: null,
});

const rollRow = (user: BenchHoa['bea'], n: number) => ({
  address_id: user.address_id,
  user_id: null,
  position: n,
  label: `${n + 1} Willow Lane`,
  weight: 1,
  owners: [{ name: user.name, user_id: user.id }],
  designated: null,
  office: null,
  suspended: false,
  non_voting: false,
  voter_ids: [user.id],
  removed_at: null,
  changes: null,
});

const motionRow = (item_id: string, number: number, bea: BenchHoa['bea'], at: string) => ({
  item_id,
  number: String(number),
  mover: bea.name,
  mover_id: bea.id,
  threshold: { kind: 'majority' as const, basis: 'weight' as const },
  method: 'roll_call' as const,
  executive: false,
  public_summary: null,
  on_adopt: null,
  on_fail: null,
  papers: null,
  item_ids: null,
  decisions: null,
  at,
  by: bea.id,
  by_name: bea.name,
  desk: 'Record',
  imported_by: null,
  executive_session_id: null,
});
