import { dayIn } from '../../../schema/dates.ts';
import { isBlank, plainText } from '../../../schema/rich-text.ts';
import type { AgendaItem } from '../../../schema/tables/meetings.ts';
import type { ActionItem, MinutesText } from '../../../schema/tables/minutes.ts';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import { dayInWords } from '../../words.ts';
import { inOrder } from '../agenda/agenda.ts';
import type { FactOf, MeetingBooks } from '../books.ts';
import {
  executiveTexts,
  isExecutiveAction,
  isExecutiveFact,
  isExecutiveItem,
  isExecutiveMotion,
} from '../executive.ts';
import { ofKind } from '../facts/heads.ts';
import { partiesOf } from '../motions/recusal.ts';
import { presenceAt } from '../presence.ts';
import { type EarlierCorrection, itemForCorrections } from './corrections.ts';
import { type MinutesMotion, motionsOf } from './minutes-motions.ts';
import { versionsOfSection } from './minutes-versions.ts';
import { belongsTo, clockInWords, type MinutesForm, type Shown, sentence } from './minutes-words.ts';

export type SectionsContext = {
  time_zone: string;
  /** Those of the meeting. */
  actions: readonly ActionItem[];
  /** Corrections of earlier minutes that belong into these (`correctionsFor`). */
  earlier_corrections: readonly EarlierCorrection[];
};

export type MinutesSection = {
  /** Null: before the first item. */
  item_id: string | null;
  title: string;
  executive: boolean;
  withdrawn: boolean;
  /** When it was begun, in words. */
  begun: string | null;
  lines: readonly string[];
  motions: readonly MinutesMotion[];
  actions: readonly string[];
  /** The secretary's text, its versions: more than one waits to be settled. */
  texts: readonly MinutesText[];
  /** The same of what was written in an executive session, of an item that is open. */
  executive_texts: readonly MinutesText[];
};

/** The text before the first item, then the items in their order. */
export const sectionsOf = (books: MeetingBooks, context: SectionsContext, form: MinutesForm): MinutesSection[] => {
  const items = itemsInOrder(books, context.actions);
  const closed = executiveTexts(books, books.texts);
  const sections = [
    opening(books, form, closed),
    ...items
      .filter((item) => form !== 'public' || !isFlagged(books, item))
      .map((item) => sectionOf(books, context, item, form, closed)),
  ];
  return withCorrections(books, sections, correctionLines(context, form)).filter(
    (section) => form !== 'executive' || section.executive || !isEmptySection(section),
  );
};

/** Under the item that has them on the agenda; before the first where that one is executive, which residents do not read. */
const withCorrections = ({ items }: MeetingBooks, sections: MinutesSection[], lines: string[]): MinutesSection[] => {
  const place = itemForCorrections(inOrder(items));
  const under = sections.find(({ item_id, executive }) => item_id === place && !executive) ?? sections[0];
  return sections.map((section) => (section === under ? { ...section, lines: [...lines, ...section.lines] } : section));
};

/** True if a section is empty. */
export const isEmptySection = ({ lines, motions, actions, texts, executive_texts, begun }: MinutesSection): boolean =>
  lines.length + motions.length + actions.length === 0 &&
  begun === null &&
  [...texts, ...executive_texts].every(({ text }) => isBlank(text));

/** Residents never read that there is such an item. */
const isFlagged = ({ meeting }: MeetingBooks, item: AgendaItem): boolean => item.executive || meeting.executive_only;

/** "Correction to the minutes of Nov 2, 2026, recorded Nov 20, 2026: The roofer is Pat." */
const correctionLines = ({ earlier_corrections, time_zone }: SectionsContext, form: MinutesForm): string[] =>
  earlier_corrections
    .filter(({ executive }) => belongsTo(form, executive))
    .map(({ meeting, on, html }) => {
      const day = dayInWords(dayIn(time_zone, new Date(meeting.starts_at)));
      return sentence(`Correction to the minutes of ${day}, recorded ${dayInWords(on)}: ${plainText(html)}`);
    });

const opening = (books: MeetingBooks, form: MinutesForm, closed: ReadonlySet<string>): MinutesSection => ({
  ...{ item_id: null, title: '', executive: false, withdrawn: false, begun: null, lines: [], motions: [], actions: [] },
  ...textsOf(books, null, form, closed),
});

/** Texts of an executive session stand apart, so that neither takes the place of the other. */
const textsOf = (
  { texts, meeting }: MeetingBooks,
  item_id: string | null,
  form: MinutesForm,
  closed: ReadonlySet<string>,
): Pick<MinutesSection, 'texts' | 'executive_texts'> => {
  const isClosed = ({ id }: MinutesText) => meeting.executive_only || closed.has(id);
  const versions = (executive: boolean) =>
    belongsTo(form, executive)
      ? versionsOfSection(
          texts.filter((text) => isClosed(text) === executive),
          item_id,
        )
      : [];
  return { texts: versions(false), executive_texts: versions(true) };
};

const sectionOf = (
  books: MeetingBooks,
  context: SectionsContext,
  item: AgendaItem,
  form: MinutesForm,
  closed: ReadonlySet<string>,
): MinutesSection => {
  const { time_zone, actions } = context;
  const executive = isExecutiveItem(books, item);
  const isShown: Shown = (isClosed) => belongsTo(form, executive || isClosed);
  const begun = ofKind(books, 'item_started').find(
    (start) => start.subject === item.id && isShown(isExecutiveFact(books, start)),
  )?.at;
  return {
    item_id: item.id,
    title: item.title,
    executive,
    withdrawn: item.removed_at !== null,
    begun: begun ? clockInWords(time_zone, begun) : null,
    lines: [...recusalLines(books, time_zone, item, isShown), ...rulingLines(books, item, isShown)],
    motions: motionsOf(books, item, form).filter((motion) => isShown(motion.executive)),
    actions: actionLines(
      actions.filter(
        (action) => action.item_id === item.id && isShown(isExecutiveAction(books, action) || action.executive),
      ),
    ),
    ...(executive
      ? { texts: isShown(true) ? versionsOfSection(books.texts, item.id) : [], executive_texts: [] }
      : textsOf(books, item.id, form, closed)),
  };
};

const RULINGS = { point: 'Point of order', appeal: 'Appeal', ruling: 'Ruling of the chair' } as const;

const rulingLines = (books: MeetingBooks, { id }: AgendaItem, isShown: Shown): string[] =>
  ofKind(books, 'point_of_order')
    .filter((fact) => fact.subject === id && isShown(isExecutiveFact(books, fact)))
    .map(({ data, text }) => sentence(`${RULINGS[data.kind]} (${data.name}): ${plainText(text)}`));

/** One line each, with owner and day. */
export const actionLines = (actions: readonly ActionItem[]): string[] =>
  actions
    .filter(({ status }) => status !== 'dropped')
    .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
    .map(({ title, owner_name, due_on }) =>
      sentence(`${title}: ${owner_name}${due_on ? `, by ${dayInWords(due_on)}` : ''}`),
    );

/** The agenda in its order. A withdrawn item stands in it where a motion, a text, an action or a fact names it. */
const itemsInOrder = (books: MeetingBooks, actions: readonly ActionItem[] = []): AgendaItem[] => {
  const named = new Set<string | null>([
    ...books.motions.map(({ item_id }) => item_id),
    ...books.texts.filter(({ text }) => text !== '').map(({ item_id }) => item_id),
    ...actions.map(({ item_id }) => item_id),
    ...books.facts
      .filter(({ kind }) => kind === 'item_started' || kind === 'point_of_order')
      .map(({ subject }) => subject),
  ]);
  return inOrder(books.items.filter(({ id, removed_at }) => removed_at === null || named.has(id)));
};

/** Those who took no part in an item, why, and if they left the room: by declaration, then for a case of their own
 * and was there (RECUSE-03). */
const recusalLines = (books: MeetingBooks, time_zone: string, item: AgendaItem, isShown: Shown): string[] => {
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
