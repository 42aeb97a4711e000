import type { FactInput } from '../../schema/meeting-facts.ts';
import type { Meeting } from '../../schema/tables/meetings.ts';
import { Refusal, type Tx } from '../tx.ts';

export const OF_ANOTHER_MEETING = 'This belongs to another meeting.';

type Named = { units: string[]; items: string[]; motions: string[]; proxies: string[]; facts: string[] };

/** Throws Refusal for facts that name a unit, an item, a motion, a proxy or a fact of another meeting of the HOA. What is not known
 * yet may come with another device; until then it has no effect, because all is computed from the rows of one meeting. */
export const assertOwnSubjects = async (
  tx: Tx,
  { id }: Pick<Meeting, 'id'>,
  facts: readonly FactInput[],
): Promise<void> => {
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
