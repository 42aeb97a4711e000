import { isBlank, plainText } from '../../schema/rich-text.ts';
import type { ActionItem, AgendaItem, MeetingFact, MinutesText } from '../../schema/tables/meetings.ts';
import { dayInWords } from '../words.ts';
import type { MeetingBooks } from './books.ts';
import { headsOf, ofKind } from './heads.ts';
import { type MinutesMotion, motionsOf } from './minutes-motions.ts';
import { itemsInOrder } from './minutes-order.ts';
import { recusalLines } from './minutes-recusals.ts';
import { versionsOfSection } from './minutes-versions.ts';
import { belongsTo, clockInWords, type MinutesForm, sentence } from './minutes-words.ts';
import type { CaseUsers } from './recusal.ts';
import type { Session } from './session.ts';

export type SectionsContext = {
  time_zone: string;
  /** Those of the meeting. */
  actions: readonly ActionItem[];
  /** The users that a linked record is about: they are recused without declaring it. */
  cases: CaseUsers;
};

export type MinutesSection = {
  /** Null: what stands before the first item. */
  item_id: string | null;
  title: string;
  executive: boolean;
  withdrawn: boolean;
  /** When it was begun, in words. */
  begun: string | null;
  lines: readonly string[];
  motions: readonly MinutesMotion[];
  actions: readonly string[];
  /** What the secretary wrote, its versions: more than one waits to be settled. */
  texts: readonly MinutesText[];
};

/** What was done, item by item, after what stands before the first. */
export const sectionsOf = (
  books: MeetingBooks,
  context: SectionsContext,
  session: Session,
  form: MinutesForm,
): MinutesSection[] => {
  const facts = factsBySubject(books.facts);
  const shown = itemsInOrder(books, context.actions).filter((item) => belongsTo(form, isExecutive(books, item)));
  return [
    ...(form === 'executive' ? [] : [opening(books)]),
    ...shown.map((item) => sectionOf(books, context, session, item, facts.get(item.id) ?? NO_FACTS, form)),
  ];
};

/** True if a section is empty. */
export const isEmptySection = ({ lines, motions, actions, texts, begun }: MinutesSection): boolean =>
  lines.length + motions.length + actions.length === 0 && begun === null && texts.every(({ text }) => isBlank(text));

const NO_FACTS: readonly MeetingFact[] = [];

const isExecutive = ({ meeting }: MeetingBooks, item: AgendaItem): boolean => item.executive || meeting.executive_only;

const factsBySubject = (facts: readonly MeetingFact[]): Map<string, MeetingFact[]> => {
  const bySubject = new Map<string, MeetingFact[]>();
  for (const fact of headsOf(facts)) {
    if (fact.subject === null || fact.kind === 'vote' || fact.kind === 'arrived' || fact.kind === 'left') continue;
    const known = bySubject.get(fact.subject);
    if (known) known.push(fact);
    else bySubject.set(fact.subject, [fact]);
  }
  return bySubject;
};

const opening = (books: MeetingBooks): MinutesSection => ({
  ...{ item_id: null, title: '', executive: false, withdrawn: false, begun: null, lines: [], motions: [], actions: [] },
  texts: versionsOfSection(books.texts, null),
});

const sectionOf = (
  books: MeetingBooks,
  context: SectionsContext,
  session: Session,
  item: AgendaItem,
  facts: readonly MeetingFact[],
  form: MinutesForm,
): MinutesSection => {
  const { time_zone, cases } = context;
  const begun = session.starts.get(item.id);
  return {
    item_id: item.id,
    title: item.title,
    executive: isExecutive(books, item),
    withdrawn: item.removed_at !== null,
    begun: begun ? clockInWords(time_zone, begun) : null,
    lines: [...recusalLines(books, time_zone, item, cases), ...rulingLines(session, facts, form)],
    motions: motionsOf(books, item, form, cases),
    actions: actionLines(context, item.id, form),
    texts: versionsOfSection(books.texts, item.id),
  };
};

const RULINGS = { point: 'Point of order', appeal: 'Appeal', ruling: 'Ruling of the chair' } as const;

const rulingLines = ({ executive }: Session, facts: readonly MeetingFact[], form: MinutesForm): string[] =>
  ofKind(facts, 'point_of_order')
    .filter(({ at }) => form !== 'public' || !executive.some(({ from, to }) => at >= from && (to === null || at < to)))
    .map(({ data, text }) => sentence(`${RULINGS[data.kind]} (${data.name}): ${plainText(text)}`));

/** Action items with owner and day: what an item gave rise to, or with null what no item did. */
export const actionLines = (
  { actions }: Pick<SectionsContext, 'actions'>,
  item_id: string | null,
  form: MinutesForm,
): string[] =>
  actions
    .filter(
      (action) => action.item_id === item_id && action.status !== 'dropped' && !(action.executive && form === 'public'),
    )
    .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
    .map(({ title, owner_name, due_on }) =>
      sentence(`${title}: ${owner_name}${due_on ? `, by ${dayInWords(due_on)}` : ''}`),
    );
