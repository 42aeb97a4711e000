import { uuidv7 } from 'uuidv7';
import type { FactData, FactKind } from '../../schema/facts.ts';
import type { FactInput } from '../../schema/meeting-facts.ts';
import type { MeetingKind, RulesOfMeeting } from '../../schema/meetings.ts';
import type { Rows, Unsaved } from '../../schema/rows.ts';
import { rollId } from '../../sync/meetings/books.ts';
import { transact } from '../../sync/server/transact.ts';
import type { Tx } from '../../sync/tx.ts';
import { writeDeps } from '../../worker/transact.ts';
import type { Person, TestContext } from './fixtures.ts';

export const RULES: RulesOfMeeting = {
  notice_hours: 96,
  longest_notice_days: null,
  quorum: { basis: 'units', measure: 'more_than_half', percent: 50 },
  adjourned_quorum: { percent: 20, days: 20 },
  recused_count_for_quorum: true,
  threshold: { kind: 'majority', basis: 'units' },
  second_required: false,
  show_seconder: true,
  names_published: true,
  speaker_seconds: 180,
  proxies: { allowed: true, valid_days: 90, deadline_hours: 0, in_elections: false },
  suspension: { enabled: false, counts_in_total: true },
  directors: [],
};

/** A meeting as its row has it; `over` says what is otherwise. */
export const meetingRow = (
  board: Person,
  kind: MeetingKind = 'board_regular',
  over: Partial<Rows['meeting']> = {},
): Unsaved<Rows['meeting']> => {
  const now = new Date().toISOString();
  return {
    ...{ id: uuidv7(), kind, title: 'A meeting', status: 'scheduled', starts_at: now, ends_at: null, place: 'Hall' },
    ...{
      remote_link: null,
      purpose: null,
      chair_id: board.id,
      secretary_id: null,
      desk_ids: [],
      recorder_ids: [],
      proxy_officers: [],
    },
    ...{ rules: RULES, executive_only: false, has_election: false, exec_summary: null, adjourned_from: null },
    ...{
      adjourned_from_at: null,
      first_at: null,
      called_at: null,
      had_executive: false,
      record_date: null,
      roll_frozen_at: null,
    },
    ...{ notice_announcement_id: null, noticed: false, notice_reason: null, notice_of: null },
    ...{ cancel_announcement_id: null, cancel_reason: null, canceled_at: null, canceled_by_name: null },
    ...{ adjourned_at: null, minutes_status: 'none', minutes_approved_on: null, minutes_document_id: null },
    ...{ minutes_approved_at: null, minutes_late_at: null },
    ...{ exec_minutes_document_id: null, sequence: 0, changed_at: now },
    ...{ created_by: board.id, created_by_name: board.name, created_at: now },
    ...over,
  } as Unsaved<Rows['meeting']>;
};

export const itemRow = (
  meeting_id: string,
  position: number,
  over: Partial<Rows['agendaItem']> = {},
): Unsaved<Rows['agendaItem']> => ({
  ...{ id: uuidv7(), meeting_id, kind: 'business', position, title: `Item ${position}`, description: '' },
  ...{ minutes: null, presenter: null, executive: false, consent: false, proposal: '', record: null },
  ...{
    on_adopt: null,
    on_fail: null,
    papers: null,
    noticed: false,
    removed_at: null,
    created_at: new Date().toISOString(),
  },
  ...over,
});

export const rollRow = (
  meeting_id: string,
  of: string,
  position: number,
  over: Partial<Rows['rollUnit']> = {},
): Unsaved<Rows['rollUnit']> => ({
  ...{ id: rollId(meeting_id, of), meeting_id, address_id: of, user_id: null, position, label: `${position} Oak Lane` },
  ...{ weight: 1, owners: [{ name: `Owner ${position}`, user_id: null }], designated: null, office: null },
  ...{ suspended: false, non_voting: false, voter_ids: [], removed_at: null, changes: null, ...over },
});

export type Built = { id: string; items: string[]; roll: string[] };

/** A scheduled board meeting with items and a roll of these directors. */
export const boardMeeting = (ctx: TestContext, directors: readonly Person[] = [ctx.bea, ctx.sue], items = 2) =>
  build(ctx, meetingRow(ctx.bea), items, (id) =>
    directors.map((person, at) =>
      rollRow(id, person.id, at + 1, { address_id: null, user_id: person.id, label: person.name, office: 'Director' }),
    ),
  );

/** A scheduled annual meeting with a roll of so many units, without addresses behind them. */
export const memberMeeting = (ctx: TestContext, units: number, over: Partial<Rows['meeting']> = {}) =>
  build(ctx, meetingRow(ctx.bea, 'member_annual', over), 2, (id) =>
    Array.from({ length: units }, (_, at) => rollRow(id, uuidv7(), at + 1)),
  );

const build = async (
  ctx: TestContext,
  meeting: Unsaved<Rows['meeting']>,
  count: number,
  rollOf: (id: string) => Unsaved<Rows['rollUnit']>[],
): Promise<Built> => {
  const items = Array.from({ length: count }, (_, at) => itemRow(meeting.id, at + 1));
  const roll = rollOf(meeting.id);
  await write(ctx, async (tx) => {
    await tx.put('meeting', meeting);
    for (const item of items) await tx.put('agendaItem', item);
    for (const unit of roll) await tx.put('rollUnit', unit);
  });
  return { id: meeting.id, items: items.map(({ id }) => id), roll: roll.map(({ id }) => id) };
};

/** Rows as they are, past all rules. */
export const write = (ctx: TestContext, run: (tx: Tx) => Promise<void>): Promise<unknown> =>
  transact(writeDeps(ctx.deps), ctx.bea, run);

/** A fact as a device sends it. */
export const newFact = <Kind extends FactKind>(
  kind: Kind,
  data: FactData[Kind],
  over: Partial<Omit<FactInput, 'kind' | 'data'>> = {},
): FactInput =>
  ({ id: uuidv7(), kind, data, subject: null, at: new Date().toISOString(), desk: 'Record', ...over }) as FactInput;

export type Item = { _id: string; title: string; position: number };

export const agenda = async (person: Person, id: string): Promise<Item[]> =>
  (await person.call('GET', `/api/meetings/${id}`)).body.agenda;

const NONE = { units: 0, weight: 0 };

export const RESULT = {
  ...{ outcome: 'adopted' as const, method: 'voice' as const, needed: 1, of: 1, counted: [], text_id: null },
  totals: { for: NONE, against: NONE, abstain: NONE },
  presence: { present: 2, total: 2, needed: 2, met: true, units: 2, weight: 2 },
};
