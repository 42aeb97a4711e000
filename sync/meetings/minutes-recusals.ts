import type { AgendaItem, RollUnit } from '../../schema/tables/meetings.ts';
import type { FactOf, MeetingBooks } from './books.ts';
import { isExecutiveFact, isExecutiveMotion } from './executive.ts';
import { ofKind } from './heads.ts';
import { clockInWords, type Shown } from './minutes-words.ts';
import { presenceAt } from './presence.ts';
import { partiesOf } from './recusal.ts';

/** Those who took no part in an item, why, and if they left the room: by declaration, then for a case of their own
 * and was there (RECUSE-03). */
export const recusalLines = (books: MeetingBooks, time_zone: string, item: AgendaItem, isShown: Shown): string[] => {
  const all = ofKind(books, 'recused').filter(({ data }) => data.item_id === item.id);
  const declared = all.filter((fact) => isShown(isExecutiveFact(books, fact)));
  const known = new Set(all.map(({ subject }) => subject));
  const parties = partiesOf(books, item);
  const own = books.rollInOrder.filter(
    (unit) => parties.has(unit.id) && !known.has(unit.id) && wasThere(books, item, unit, isShown),
  );
  return [
    ...declared.map(({ subject, data, at }) =>
      recusalLine(books, time_zone, item, { id: subject, reason: data.nature, stays: data.stays, at }),
    ),
    ...own.map(({ id }) => recusalLine(books, time_zone, item, { id, reason: parties.get(id)!, stays: true, at: '' })),
  ];
};

type Recused = { id: string | null; reason: string; stays: boolean; at: string };

const recusalLine = (
  books: MeetingBooks,
  time_zone: string,
  item: AgendaItem,
  { id, reason, stays, at }: Recused,
): string => {
  const ofItem = <Fact extends FactOf<'left'> | FactOf<'arrived'>>(found: readonly Fact[]) =>
    found.find(({ subject, data }) => subject === id && data.item_id === item.id)?.at;
  const left = ofItem(ofKind(books, 'left')) ?? (stays ? undefined : at);
  const back = left && ofItem(ofKind(books, 'arrived'));
  const label = books.roll.find((unit) => unit.id === id)?.label ?? 'A director';
  const went = left ? `and left the room at ${clockInWords(time_zone, left)}` : 'and stayed';
  return `${label} was recused (${reason}) ${went}${back ? `, returning at ${clockInWords(time_zone, back)}` : ''}.`;
};

/** True if a director was at the meeting while the item was begun, moved or decided. */
const wasThere = (books: MeetingBooks, { id }: AgendaItem, unit: RollUnit, isShown: Shown): boolean => {
  const shown = books.motions.filter((motion) => motion.item_id === id && isShown(isExecutiveMotion(books, motion)));
  const motions = new Set(shown.map((motion) => motion.id));
  const instants = [
    ...ofKind(books, 'item_started').filter((start) => start.subject === id && isShown(isExecutiveFact(books, start))),
    ...ofKind(books, 'result').filter(({ subject }) => subject !== null && motions.has(subject)),
    ...books.motions.filter((motion) => motions.has(motion.id)),
  ];
  return instants.some(({ at }) => presenceAt(books, unit, at).way !== null);
};
