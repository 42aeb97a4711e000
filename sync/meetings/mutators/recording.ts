import type { FactKind } from '../../../schema/facts.ts';
import { type FactInput, factsInput } from '../../../schema/meeting-facts.ts';
import { motionInput, motionUpdate } from '../../../schema/motions.ts';
import type { Unsaved } from '../../../schema/rows.ts';
import type { Meeting, MeetingFact } from '../../../schema/tables/meetings.ts';
import { ID_TAKEN, mutator, Refusal, type Tx } from '../../tx.ts';
import { closeSessions } from '../executive-rows.ts';
import { contentOf, otherId } from '../facts/fact-content.ts';
import { indexed } from '../facts/fact-index.ts';
import { changesMinutes, isCorrectedResult } from '../minutes/late-entries.ts';
import { lockedSentence } from '../minutes/minutes-words.ts';
import { assertChangeable } from '../motions/motion-locks.ts';
import { canRecord, findRecordable, MOTION_NOT_FOUND } from '../rights.ts';

type FileSource = { desk: string; by: string | null } | undefined;
type NewRow = Unsaved<MeetingFact>;

/** Known facts are passed over, and none is refused for its content: rows must not depend on the order in
 * which devices and files come. */
const recordFacts = mutator(factsInput, async (tx, { meeting_id, facts, file }) => {
  const [meeting, author] = await Promise.all([
    findRecordable(tx, meeting_id),
    authorOf(tx, file),
    ...facts.map(({ id }) => tx.get('meetingFact', id)),
  ]);
  await assertOwnSubjects(tx, meeting, facts);
  const fresh: NewRow[] = [];
  for (const fact of facts) {
    const row = rowOf(tx, meeting.id, fact as Required<FactInput>, author);
    if (await keepFact(tx, row)) fresh.push(row);
  }
  const called_at =
    timesOf(tx, 'called_to_order', facts)
      .concat(meeting.called_at ?? [])
      .sort()[0] ?? null;
  const adjourned_at =
    timesOf(tx, 'adjourned', facts)
      .concat(meeting.adjourned_at ?? [])
      .sort()
      .at(-1) ?? null;
  const had_executive = meeting.had_executive || facts.some(({ kind }) => kind === 'executive_started');
  const next = { ...meeting, called_at, adjourned_at, had_executive, minutes_late_at: lateAt(tx, meeting, fresh) };
  if (JSON.stringify(next) !== JSON.stringify(meeting)) await tx.put('meeting', next);
  if (had_executive && facts.some(({ kind }) => SESSION_KINDS.includes(kind))) await closeSessions(tx, next, facts);
});

/** Kinds that begin or end an executive session. */
const SESSION_KINDS: readonly FactKind[] = ['executive_started', 'executive_ended', 'adjourned', 'voided'];

/** Entries that approved minutes do not have wait for the board, until it records a correction or says that there is none. */
const lateAt = ({ now }: Tx, { minutes_approved_on, minutes_late_at }: Meeting, fresh: readonly NewRow[]) => {
  if (!minutes_approved_on) return null;
  // The numbers that a correction brings along are part of the correction.
  const corrected = new Set(fresh.filter(isCorrectedResult).map(({ subject }) => subject));
  if (fresh.some((fact) => changesMinutes(fact) && !(fact.kind === 'count' && corrected.has(fact.subject)))) return now;
  return fresh.some(({ kind }) => kind === 'minutes_correction') ? null : (minutes_late_at ?? null);
};

type Author = Pick<MeetingFact, 'by' | 'by_name' | 'imported_by'>;

/** Rows of a file keep who recorded them; whoever adds the file vouches for it by name. */
export const authorOf = async (tx: Tx, file: FileSource): Promise<Author> => {
  if (!file) return { by: tx.actor.id, by_name: tx.actor.name, imported_by: null };
  const user = file.by === null ? undefined : await tx.get('user', file.by);
  return { by: user?.id ?? null, by_name: user?.name ?? 'Someone', imported_by: tx.actor.name };
};

const rowOf = (
  { now }: Tx,
  meeting_id: string,
  { id, kind, subject, data, text, at, desk, replaces, executive_session_id }: Required<FactInput>,
  author: Author,
): NewRow => ({
  id,
  meeting_id,
  kind,
  subject,
  data,
  text,
  at: new Date(at).toISOString(),
  ...author,
  desk,
  replaces,
  executive_session_id,
  recorded_at: now,
});

/** True if its content is new. */
const keepFact = async (tx: Tx, fact: NewRow): Promise<boolean> => {
  const known = await tx.get('meetingFact', fact.id);
  if (!known) {
    await tx.put('meetingFact', fact);
    return true;
  }
  if (known.meeting_id !== fact.meeting_id) throw new Refusal('conflict', ID_TAKEN);
  if (contentOf(known) === contentOf(fact)) {
    const imported_by = fact.imported_by === null ? null : known.imported_by;
    const executive_session_id = known.executive_session_id ?? fact.executive_session_id;
    if (imported_by !== known.imported_by || executive_session_id !== (known.executive_session_id ?? null))
      await tx.put('meetingFact', { ...known, imported_by, executive_session_id });
    return false;
  }
  const [kept, other] = keepsId(known, fact) ? [known, fact] : [fact, known];
  if (kept === fact) await tx.put('meetingFact', fact);
  const id = otherId(other);
  const variant = await tx.get('meetingFact', id);
  if (!variant) await tx.put('meetingFact', { ...other, id });
  else if (variant.imported_by !== null && other.imported_by === null)
    await tx.put('meetingFact', { ...variant, imported_by: null });
  return !variant;
};

/** True if `known` keeps the id: a fact that its device pushed itself has precedence over one of a file. */
const keepsId = (known: NewRow, fact: NewRow): boolean => {
  if ((known.imported_by === null) !== (fact.imported_by === null)) return known.imported_by === null;
  return known.imported_by === null || contentOf(known) < contentOf(fact);
};

/** Never in the future, so that nobody records for longer by the clock of their device. */
const timesOf = ({ now }: Tx, kind: FactKind, facts: readonly Pick<FactInput, 'kind' | 'at'>[]): string[] =>
  facts
    .filter((fact) => fact.kind === kind)
    .map(({ at }) => new Date(at).toISOString())
    .map((at) => (at < now ? at : now));

/** A known one is passed over, as facts are: its own device may have changed it since. */
const makeMotion = mutator(motionInput, async (tx, { file, at, ...motion }) => {
  const [meeting, known, item, author] = await Promise.all([
    findRecordable(tx, motion.meeting_id),
    tx.get('motion', motion.id),
    tx.get('agendaItem', motion.item_id),
    authorOf(tx, file),
  ]);
  if (known && known.meeting_id !== meeting.id) throw new Refusal('conflict', ID_TAKEN);
  if (known) {
    if (known.imported_by !== null && !file) await tx.put('motion', { ...known, ...author });
    return;
  }
  const others = await Promise.all((motion.item_ids ?? []).map((id) => tx.get('agendaItem', id)));
  if ([item, ...others].some((one) => one && one.meeting_id !== meeting.id))
    throw new Refusal('invalid', OF_ANOTHER_MEETING);
  await tx.put('motion', {
    ...motion,
    executive: motion.executive || (item?.executive ?? false),
    decisions: null,
    at: new Date(at).toISOString(),
    ...author,
  });
});

const updateMotion = mutator(motionUpdate, async (tx, { id, ...changes }) => {
  const motion = await tx.get('motion', id);
  const meeting = motion && (await tx.get('meeting', motion.meeting_id));
  if (!meeting || !canRecord(tx.actor, meeting, tx.now)) throw new Refusal('not_found', MOTION_NOT_FOUND);
  const facts = indexed(await tx.list('meetingFact', 'meeting_id', motion.meeting_id));
  assertChangeable(facts, motion, changes);
  if (changes.public_summary !== undefined && meeting.minutes_approved_on)
    throw new Refusal('conflict', lockedSentence(meeting.minutes_approved_on));
  await tx.put('motion', { ...motion, ...changes });
});

export const mutators = { recordFacts, makeMotion, updateMotion };

const OF_ANOTHER_MEETING = 'This belongs to another meeting.';

type Named = { units: string[]; items: string[]; motions: string[]; proxies: string[]; facts: string[] };

/** Throws Refusal for facts that name a unit, an item, a motion, a proxy or a fact of another meeting of the HOA. What is not known
 * yet may come with another device; until then it has no effect, because all is computed from the rows of one meeting. */
const assertOwnSubjects = async (tx: Tx, { id }: Pick<Meeting, 'id'>, facts: readonly FactInput[]): Promise<void> => {
  const named = facts.map(namedBy);
  const all = (of: keyof Named) => [...new Set(named.flatMap((one) => one[of]))];
  const meetings = new Set(
    all('units').flatMap((unit) => (unit.includes(':') ? unit.slice(0, unit.indexOf(':')) : [])),
  );
  meetings.delete(id);
  const rows = await Promise.all([
    ...[...meetings].map(async (other) => (await tx.get('meeting', other)) && { meeting_id: other }),
    ...all('items').map((one) => tx.get('agendaItem', one)),
    ...all('motions').map((one) => tx.get('motion', one)),
    ...all('proxies').map((one) => tx.get('proxy', one)),
    ...all('facts').map((one) => tx.get('meetingFact', one)),
  ]);
  if (rows.some((row) => row && row.meeting_id !== id)) throw new Refusal('invalid', OF_ANOTHER_MEETING);
};

const namedBy = (fact: FactInput): Named => {
  const { kind, subject = null } = fact;
  const of = (...kinds: FactInput['kind'][]) => (subject !== null && kinds.includes(kind) ? [subject] : []);
  const data = fact.data as { item_id?: string; motion_id?: string; proxy_id?: string; units?: string[] };
  const given = (id: string | undefined) => (id === undefined ? [] : [id]);
  return {
    units: [...of('arrived', 'left', 'vote', 'recused'), ...(kind === 'paper_notice' ? (data.units ?? []) : [])],
    items: [...of('item_started', 'point_of_order', 'minutes_correction'), ...given(data.item_id)],
    motions: [...of('motion_text', 'motion_seconded', 'motion_state', 'count', 'result'), ...given(data.motion_id)],
    proxies: given(data.proxy_id),
    facts: of('voided'),
  };
};
