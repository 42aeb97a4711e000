import type * as z from 'zod/mini';
import {
  type agendaItemInput,
  agendaItemMove,
  agendaItemUpdate,
  agendaItemWithdrawal,
  agendaRecordsInput,
  agendaItemInput as itemInput,
} from '../../../schema/meeting-inputs.ts';
import type { LinkedRecord, Paper, RecordAction } from '../../../schema/meetings.ts';
import type { Unsaved } from '../../../schema/rows.ts';
import type { AgendaItem, Meeting } from '../../../schema/tables/meetings.ts';
import { DOCUMENT_NOT_FOUND } from '../../documents/entity.ts';
import { assertNew, authorize, find, mutator, Refusal, type Tx } from '../../tx.ts';
import {
  actionsByDefault,
  inOrder,
  isExecutiveByDefault,
  KIND_OF_RECORD,
  positionsAfter,
  spread,
} from '../agenda/agenda.ts';
import { findRecord, titleOfRecord } from '../agenda/linked-records.ts';
import { canManage } from '../entity.ts';
import { executiveSessionsOf, isExecutiveAction, isExecutiveMotion, isInSession } from '../executive.ts';
import { sessionFacts } from '../executive-rows.ts';
import { indexed } from '../facts/fact-index.ts';
import { hasVoteBegun } from '../motions/motion-locks.ts';
import { findOpenMeeting, ITEM_NOT_FOUND, newItem, noticedOf } from '../writing.ts';

type Item = Unsaved<AgendaItem>;

/** One that is here already is passed over: its own device sends it after a meeting file has brought it, or before. */
const addAgendaItem = mutator(itemInput, async (tx, { after_id, file, at = tx.now, ...given }) => {
  const [meeting, known] = await Promise.all([findOpenMeeting(tx, given.meeting_id), tx.get('agendaItem', given.id)]);
  if (known?.meeting_id === meeting.id) return;
  assertNew(known);
  const args = file ? await withKnownRecords(tx, given) : given;
  const [papers, record, items, isHeardInExecutive] = await Promise.all([
    papersOf(tx, args.papers),
    args.record && findRecord(tx, args.record),
    tx.list('agendaItem', 'meeting_id', meeting.id),
    isInExecutive(tx, meeting, at),
  ]);
  await assertActions(tx, args);
  const isPlaced = !file || !after_id || items.some(({ id }) => id === after_id);
  const [position] = await placesAmong(tx, items, isPlaced ? after_id : undefined, 1);
  const actions = actionsByDefault(args.record, record);
  const closed = isHeardInExecutive || (await isFromExecutive(tx, args.record));
  await tx.put('agendaItem', closedIf(closed, at, { ...itemOf(tx, meeting, args, position!, actions), papers }));
});

const closedIf = (closed: boolean, at: string, item: Item): Item => ({
  ...item,
  executive: item.executive || closed,
  created_at: new Date(at).toISOString(),
});

const isInExecutive = async (tx: Tx, meeting: Meeting, at: string): Promise<boolean> =>
  isInSession(new Date(at).toISOString(), executiveSessionsOf(await sessionFacts(tx, meeting)));

/** True for what an executive session left to be done or decided. */
const isFromExecutive = async (tx: Tx, record: LinkedRecord | null | undefined): Promise<boolean> => {
  if (record?.entity === 'actionItem') return (await tx.get('actionItem', record.id))?.executive ?? false;
  const motion = record?.entity === 'motion' ? await tx.get('motion', record.id) : undefined;
  const [meeting, item] = await Promise.all([
    motion && tx.get('meeting', motion.meeting_id),
    motion && tx.get('agendaItem', motion.item_id),
  ]);
  if (!motion || !meeting) return false;
  return isExecutiveMotion({ meeting, items: item ? [item] : [], ...(await sessionFacts(tx, meeting)) }, motion);
};

/** Without the record of an item, and what is to become of it, where another device never sent them. */
const withKnownRecords = async (tx: Tx, args: ItemArgs): Promise<ItemArgs> => {
  const named = [args.record, ...(args.on_adopt ?? []), ...(args.on_fail ?? [])].filter((one) => one != null);
  const [found, documents] = await Promise.all([
    Promise.all(named.map(({ entity, id }) => tx.get(entity, id))),
    Promise.all((args.papers ?? []).map((id) => tx.get('document', id))),
  ]);
  const papers = args.papers?.filter((_, at) => documents[at] !== undefined);
  return { ...args, papers, ...(found.includes(undefined) && { record: null, on_adopt: null, on_fail: null }) };
};

type ItemArgs = Omit<z.output<typeof agendaItemInput>, 'after_id' | 'file'>;

const itemOf = (
  tx: Tx,
  meeting: Meeting,
  args: ItemArgs,
  position: number,
  actions: ReturnType<typeof actionsByDefault>,
): Item =>
  newItem(tx, meeting, {
    ...args,
    position,
    kind: args.kind ?? (args.record ? KIND_OF_RECORD[args.record.entity] : 'business'),
    description: args.description ?? '',
    minutes: args.minutes ?? null,
    presenter: args.presenter ?? null,
    executive: args.executive ?? isExecutiveByDefault(args.record),
    consent: args.consent ?? false,
    proposal: args.proposal ?? '',
    record: args.record ?? null,
    on_adopt: args.on_adopt === undefined ? actions.on_adopt : args.on_adopt,
    on_fail: args.on_fail === undefined ? actions.on_fail : args.on_fail,
    papers: null,
  });

/** Null without any. Throws Refusal('not_found'). */
const papersOf = async (tx: Tx, ids: readonly string[] = []): Promise<Paper[] | null> => {
  const documents = await Promise.all(ids.map((id) => find(tx, 'document', id, DOCUMENT_NOT_FOUND)));
  return documents.length > 0 ? documents.map(({ id, is_public }) => ({ document_id: id, is_public })) : null;
};

const addAgendaRecords = mutator(
  agendaRecordsInput,
  async (tx, { meeting_id, items, after_id, at: madeAt = tx.now }) => {
    const meeting = await findOpenMeeting(tx, meeting_id);
    const [known, records] = await Promise.all([
      Promise.all(items.map(({ id }) => tx.get('agendaItem', id))),
      Promise.all(items.map(({ record }) => findRecord(tx, record))),
    ]);
    for (const row of known) assertNew(row);
    const titles = await Promise.all(items.map(({ record }, at) => titleOfRecord(tx, record, records[at])));
    const positions = await placesAfter(tx, meeting, after_id, items.length);
    const isNow = await isInExecutive(tx, meeting, madeAt);
    const closed = await Promise.all(items.map(async ({ record }) => isNow || (await isFromExecutive(tx, record))));
    const rows = items.map(({ id, record, title }, at) => {
      const args = { id, meeting_id, record, title: title ?? titles[at]! };
      return closedIf(
        closed[at]!,
        madeAt,
        itemOf(tx, meeting, args, positions[at]!, actionsByDefault(record, records[at])),
      );
    });
    await Promise.all(rows.map((row) => tx.put('agendaItem', row)));
  },
);

/** `n` positions after the item named, all others anew where there is no room. Throws Refusal('not_found'). */
const placesAfter = async (tx: Tx, { id }: Meeting, after_id: string | null | undefined, n: number) => {
  const items = await tx.list('agendaItem', 'meeting_id', id);
  return placesAmong(tx, items, after_id, n);
};

const placesAmong = async (
  tx: Tx,
  items: readonly AgendaItem[],
  after_id: string | null | undefined,
  n: number,
): Promise<number[]> => {
  if (after_id && !items.some((item) => item.id === after_id)) throw new Refusal('not_found', ITEM_NOT_FOUND);
  const found = positionsAfter(items, after_id, n);
  if (found) return found;
  const anew = spread(items);
  await Promise.all(anew.map((item) => tx.put('agendaItem', item)));
  return positionsAfter(anew, after_id, n)!;
};

const updateAgendaItem = mutator(agendaItemUpdate, async (tx, args) => {
  const [item, meeting] = await findItem(tx, args.id);
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
  const papers = args.papers ? await papersOf(tx, args.papers) : item.papers;
  const next: AgendaItem = { ...item, ...given, papers, noticed: noticedOf(meeting) };
  await Promise.all([
    args.record && findRecord(tx, args.record),
    assertActions(tx, args),
    next.executive !== item.executive && closeOrOpen(tx, meeting, next),
  ]);
  await tx.put('agendaItem', next);
});

/** Motions and actions of the item are as executive as it. */
const closeOrOpen = async (tx: Tx, meeting: Meeting, item: AgendaItem): Promise<void> => {
  const ofItem = <Row extends { item_id: string | null }>(rows: Row[]) =>
    rows.filter(({ item_id }) => item_id === item.id);
  const [motions, actions, rows] = await Promise.all([
    tx.list('motion', 'meeting_id', meeting.id).then(ofItem),
    tx.list('actionItem', 'meeting_id', meeting.id).then(ofItem),
    tx.list('meetingFact', 'meeting_id', meeting.id),
  ]);
  const facts = indexed(rows);
  const { executive } = item;
  if (executive && motions.some((motion) => !motion.executive && hasVoteBegun(facts, motion)))
    throw new Refusal(
      'conflict',
      'A motion on this item was voted on in open session, so the item can’t be made executive.',
    );
  const closed = motions.map((motion) => ({ ...motion, executive }));
  const books = { meeting, ...facts, items: [item], motions: closed };
  await Promise.all([
    ...closed.map((row) => tx.put('motion', row)),
    ...actions.map((row) => tx.put('actionItem', { ...row, executive: isExecutiveAction(books, row) })),
  ]);
};

const moveAgendaItem = mutator(agendaItemMove, async (tx, { id, after_id }) => {
  const [item] = await findItem(tx, id);
  if (after_id === id) return;
  const items = await tx.list('agendaItem', 'meeting_id', item.meeting_id);
  const others = inOrder(items).filter((other) => other.id !== id);
  const [position] = await placesAmong(tx, others, after_id, 1);
  await tx.put('agendaItem', { ...item, position: position! });
});

const withdrawAgendaItem = mutator(agendaItemWithdrawal, async (tx, { id, withdrawn }) => {
  const [item] = await findItem(tx, id);
  if ((item.removed_at !== null) === withdrawn) return;
  await tx.put('agendaItem', { ...item, removed_at: withdrawn ? tx.now : null });
});

/** Throws Refusal('not_found') for an item that the actor may not see, and Refusal('conflict') in a canceled meeting. */
const findItem = async (tx: Tx, id: string): Promise<[AgendaItem, Meeting]> => {
  const item = await find(tx, 'agendaItem', id, ITEM_NOT_FOUND);
  authorize(canManage(tx.actor));
  return [item, await findOpenMeeting(tx, item.meeting_id)];
};

type ActionArgs = { on_adopt?: RecordAction[] | null | undefined; on_fail?: RecordAction[] | null | undefined };

const assertActions = async (tx: Tx, { on_adopt, on_fail }: ActionArgs): Promise<void> => {
  const actions = [...(on_adopt ?? []), ...(on_fail ?? [])];
  await Promise.all(actions.map(({ entity, id }) => findRecord(tx, { entity, id } as LinkedRecord)));
};

export const mutators = { addAgendaItem, addAgendaRecords, updateAgendaItem, moveAgendaItem, withdrawAgendaItem };
