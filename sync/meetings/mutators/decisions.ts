import type { RecordAction } from '../../../schema/meetings.ts';
import { decisionInput } from '../../../schema/minutes-inputs.ts';
import { REQUEST_STATUSES, type RequestStatus } from '../../../schema/requests.ts';
import { plainText } from '../../../schema/rich-text.ts';
import type { Meeting, MeetingFact, Motion } from '../../../schema/tables/meetings.ts';
import { VIOLATION_STATUSES, type ViolationStatus } from '../../../schema/violations.ts';
import { assertNotOwn } from '../../accounts/entity.ts';
import { todayOf } from '../../dues/entity.ts';
import { changeInvoiceStatus } from '../../invoices/mutators.ts';
import { changeRequest } from '../../requests/mutators.ts';
import { authorize, find, mutator, Refusal, type Tx } from '../../tx.ts';
import { changeViolationStatus } from '../../violations/mutators.ts';
import { dayInWords, labelInWords } from '../../words.ts';
import type { FactOf } from '../books.ts';
import { canManage } from '../entity.ts';
import { isExecutiveMotion } from '../executive.ts';
import { sessionFacts } from '../executive-rows.ts';
import { indexed } from '../facts/fact-index.ts';
import { ofKind } from '../facts/heads.ts';
import {
  ANOTHER_APPLIES,
  areEqual,
  currentResults,
  decisionOf,
  NO_RESULT,
  plannedActions,
  seenInWords,
  TWO_RESULTS,
  withDecision,
} from '../motions/decisions.ts';
import { MOTION_NOT_FOUND } from '../rights.ts';
import { approveMinutes } from './minutes.ts';

/** Does to a record what the motion decided, once for a result, and only while the record is as the board saw it. In every
 * other case the motion keeps the reason, and the record stays as it is. */
const applyDecision = mutator(decisionInput, async (tx, { motion_id, record_id, status, seen, leave }) => {
  const motion = await find(tx, 'motion', motion_id, MOTION_NOT_FOUND);
  authorize(canManage(tx.actor));
  const [results] = await Promise.all([settledResults(tx, motion), readAround(tx, motion)]);
  const { action, isExecutive, meeting } = await actionOf(tx, motion, results[0]!, record_id);
  if (decisionOf(motion, action, results)?.outcome === 'applied') return;
  const target = { ...action, status: status ?? action.status };
  assertStatus(target);
  const decide = (outcome: 'applied' | 'changed' | 'gone' | 'left', now: string | null) =>
    tx.put('motion', {
      ...motion,
      decisions: withDecision(motion.decisions, {
        ...{ result_id: results[0]!.id, outcome, action: target },
        ...{ seen: seenInWords(seen), now, by_name: tx.actor.name, at: tx.now },
      }),
    });
  const record = await recordOf(tx, target);
  if (!record) return decide('gone', null);
  const now = seenInWords(record.seen);
  if (leave) return decide('left', now);
  if (now !== seenInWords({ ...seen, status: seen.status === 'overdue' ? 'pending' : seen.status }))
    return decide('changed', now);
  await record.apply(await wordsOf(tx, { motion, meeting, isExecutive }, results[0]!));
  await decide('applied', now);
});

/** Brings what is asked of the motion later into the same read. */
const readAround = (tx: Tx, { meeting_id, item_id, item_ids }: Motion): Promise<unknown> =>
  Promise.all([
    tx.get('hoa', tx.actor.hoa_id),
    tx.get('meeting', meeting_id),
    ...[item_id, ...(item_ids ?? [])].map((id) => tx.get('agendaItem', id)),
  ]);

/** Equal results of two devices are one. Throws Refusal('conflict') without a result, and while they differ. */
const settledResults = async (tx: Tx, motion: Motion): Promise<FactOf<'result'>[]> => {
  const isOwn = ({ meeting_id }: MeetingFact) => meeting_id === motion.meeting_id;
  const facts = (await tx.list('meetingFact', 'subject', motion.id)).filter(isOwn);
  const own = facts.filter(({ kind }) => kind === 'result');
  const [voiding] = await Promise.all([
    Promise.all(own.map(({ id }) => tx.list('meetingFact', 'subject', id))),
    // The wordings are quoted later.
    ...ofKind(indexed(own), 'result').map(({ data }) => data.text_id && tx.get('meetingFact', data.text_id)),
  ]);
  const results = currentResults(indexed([...facts, ...voiding.flat().filter(isOwn)]), motion.id);
  if (results.length === 0) throw new Refusal('conflict', NO_RESULT);
  if (!areEqual(results)) throw new Refusal('conflict', TWO_RESULTS);
  return results;
};

const actionOf = async (tx: Tx, motion: Motion, { data }: FactOf<'result'>, record_id: string | undefined) => {
  const ids = [motion.item_id, ...(motion.item_ids ?? [])];
  const [meeting, ...found] = await Promise.all([
    tx.get('meeting', motion.meeting_id),
    ...ids.map((id) => tx.get('agendaItem', id)),
  ]);
  const items = found.filter((item) => item !== undefined);
  const actions = plannedActions(motion, items, data.outcome);
  const chosen = record_id === undefined ? actions : actions.filter(({ id }) => id === record_id);
  if (chosen.length > 1) throw new Refusal('invalid', 'Please choose the record to apply this decision to.');
  const [action] = chosen;
  if (!action) throw new Refusal('not_found', 'This motion does not change this record.');
  const facts = await sessionFacts(tx, meeting);
  const isExecutive =
    motion.executive ||
    items.some(({ executive }) => executive) ||
    (meeting !== undefined && isExecutiveMotion({ meeting, items, ...facts }, motion));
  return { action, meeting, isExecutive };
};

const STATUSES: Record<RecordAction['entity'], readonly string[]> = {
  request: REQUEST_STATUSES,
  violation: VIOLATION_STATUSES,
  invoice: ['canceled'],
  meeting: ['approved'],
};

const assertStatus = ({ entity, status }: RecordAction): void => {
  if (!STATUSES[entity]?.includes(status)) throw new Refusal('invalid', 'Invalid status');
};

type Words = { notes: string; history: string; reason: string; motion_id: string };
type Affected = { seen: { status: string; paid_cents?: number }; apply(words: Words): Promise<void> };

/** Undefined where it is gone, or its resident is. */
const recordOf = async (tx: Tx, { entity, id, status }: RecordAction): Promise<Affected | undefined> => {
  if (entity === 'request') {
    const request = await tx.get('request', id);
    if (!request || (await isGone(tx, request.user_id))) return undefined;
    const change = { status: status as RequestStatus };
    return {
      seen: { status: request.status },
      apply: ({ notes, history }) =>
        changeRequest(tx, request, { ...change, resolution_notes: notes }, `Set ${wordOf(status)}${history}`),
    };
  }
  if (entity === 'violation') {
    const violation = await tx.get('violation', id);
    if (!violation || (await isGone(tx, violation.user_id))) return undefined;
    const change = { status: status as ViolationStatus };
    return {
      seen: { status: violation.status },
      apply: ({ notes, history }) =>
        changeViolationStatus(tx, violation, { ...change, resolution_notes: notes }, `Set ${wordOf(status)}${history}`),
    };
  }
  if (entity === 'invoice') return invoiceOf(tx, id);
  const meeting = await tx.get('meeting', id);
  return (
    meeting && {
      seen: { status: meeting.minutes_status },
      apply: ({ motion_id }) => approveMinutes(tx, meeting, motion_id),
    }
  );
};

const wordOf = (status: string) => status.replaceAll('_', ' ');

const isGone = async (tx: Tx, user_id: string): Promise<boolean> => {
  const user = await tx.get('user', user_id);
  return !user || user.deleted_at !== null;
};

/** LEDG-13: nobody decides about an account of their own while another member of the board could. */
const invoiceOf = async (tx: Tx, id: string): Promise<Affected | undefined> => {
  const invoice = await tx.get('invoice', id);
  if (!invoice) return undefined;
  const account = invoice.account_id ? await tx.get('account', invoice.account_id) : undefined;
  return {
    seen: { status: invoice.status, paid_cents: invoice.paid_cents },
    apply: async ({ reason }) => {
      await assertNotOwn(tx, account ?? { holder_ids: [invoice.recipient_id] }, ANOTHER_APPLIES);
      await changeInvoiceStatus(tx, { id, status: 'canceled' }, reason);
    },
  };
};

const NOTES_LIMIT = 5000;

type Decided = { motion: Motion; meeting: Meeting | undefined; isExecutive: boolean };

/** Residents read nothing of an executive motion but that the board decided. */
const wordsOf = async (tx: Tx, { motion, isExecutive }: Decided, result: FactOf<'result'>): Promise<Words> => {
  const hoa = await tx.get('hoa', tx.actor.hoa_id);
  const on = dayInWords(todayOf(hoa, result.at));
  const decided = `By decision of the board on ${on}`;
  if (isExecutive)
    return { notes: decided, history: ` by decision of the board on ${on}`, reason: decided, motion_id: motion.id };
  const wording = result.data.text_id ? await tx.get('meetingFact', result.data.text_id) : undefined;
  const by = `${labelInWords(result.data.outcome)} by Motion ${motion.number} on ${on}`;
  const text = wording ? `: ${plainText(wording.text)}` : '';
  return {
    notes: `${by}${text}`.slice(0, NOTES_LIMIT),
    history: ` by Motion ${motion.number} on ${on}`,
    reason: by,
    motion_id: motion.id,
  };
};

export const mutators = { applyDecision };
