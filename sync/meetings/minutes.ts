import { bodyOf } from '../../schema/meetings.ts';
import { isBlank, plainText } from '../../schema/rich-text.ts';
import type { ActionItem, AgendaItem, MeetingFact, MinutesText } from '../../schema/tables/meetings.ts';
import { dayInWords } from '../words.ts';
import type { MeetingBooks } from './books.ts';
import { byTime, headsOf, ofKind } from './heads.ts';
import { timeInWords } from './local-time.ts';
import { attendanceLines } from './minutes-attendance.ts';
import { type MinutesMotion, motionsOf } from './minutes-motions.ts';
import { itemsInOrder } from './minutes-order.ts';
import { recusalLines } from './minutes-recusals.ts';
import { clockInWords, type MinutesForm, sentence } from './minutes-words.ts';
import { kindInFull } from './notice-text.ts';
import type { CaseUsers } from './recusal.ts';
import { type Session, sessionOf } from './session.ts';

/** What the rows of a meeting do not say themselves. */
export type MinutesContext = {
  /** The HOA's name. */
  hoa: string;
  time_zone: string;
  /** The name of a user; null where it is not known. */
  nameOf(user_id: string): string | null;
  /** Those of the meeting. */
  actions: readonly ActionItem[];
  /** Whose case a linked record is: who is recused without declaring it. */
  cases: CaseUsers;
  /** When the notice was sent, ISO 8601. */
  notice_sent_at?: string | null | undefined;
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
export type MinutesCorrection = { id: string; on: string; html: string; by_name: string };
export type Minutes = {
  form: MinutesForm;
  /** Not approved yet. */
  isDraft: boolean;
  approved_on: string | null;
  hoa: string;
  title: string;
  head: readonly string[];
  sections: readonly MinutesSection[];
  /** The executive session as residents read it, recesses and the adjournment. */
  closing: readonly string[];
  corrections: readonly MinutesCorrection[];
};

/** The minutes that a meeting's rows make, computed anew at each display (MIN-02). Pure; the same on every device. */
export const minutesOf = (books: MeetingBooks, context: MinutesContext, form: MinutesForm = 'board'): Minutes => {
  const { meeting } = books;
  const session = sessionOf(books);
  const facts = factsBySubject(books.facts);
  const shown = itemsInOrder(books, context.actions).filter((item) => belongs(isExecutiveItem(books, item), form));
  return {
    form,
    isDraft: meeting.minutes_approved_on === null,
    approved_on: meeting.minutes_approved_on,
    hoa: context.hoa,
    title: `Minutes of the ${kindInFull(meeting.kind).toLowerCase()}${form === 'executive' ? ', executive session' : ''}`,
    head: headLines(books, context, session, form),
    sections: [
      ...(form === 'executive' ? [] : [opening(books)]),
      ...shown.map((item) => sectionOf(books, context, session, item, facts.get(item.id) ?? NO_FACTS, form)),
    ],
    closing: closingLines(books, context, session, form),
    corrections: correctionsOf(books, form),
  };
};

const NO_FACTS: readonly MeetingFact[] = [];
const belongs = (executive: boolean, form: MinutesForm) => form === 'board' || executive === (form === 'executive');

export const isExecutiveItem = ({ meeting }: Pick<MeetingBooks, 'meeting'>, item: AgendaItem): boolean =>
  item.executive || meeting.executive_only;

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

const headLines = (books: MeetingBooks, context: MinutesContext, session: Session, form: MinutesForm): string[] => {
  const { meeting } = books;
  const { time_zone, nameOf } = context;
  const officer = (word: string, id: string | null) => (id && nameOf(id) ? [`${word}: ${nameOf(id)}.`] : []);
  const place = meeting.place ? ` at ${meeting.place}` : '';
  const remote = meeting.remote_link ? (meeting.place ? ' and remotely' : ' remotely') : '';
  const called = session.opened_at ? [`Called to order at ${clockInWords(time_zone, session.opened_at)}.`] : [];
  return [
    `${meeting.title}, ${timeInWords(time_zone, meeting.starts_at)}${place}${remote}.`,
    ...(meeting.purpose ? [sentence(`Purpose: ${meeting.purpose}`)] : []),
    ...noticeLines(books, context),
    ...[...officer('Chair', meeting.chair_id), ...officer('Secretary', meeting.secretary_id)],
    ...called,
    ...alsoLines(context, session, form),
    ...attendanceLines(books, time_zone, session, form),
  ];
};

const HOUR_MS = 3_600_000;

const noticeLines = ({ meeting }: MeetingBooks, { notice_sent_at }: MinutesContext): string[] => {
  if (!notice_sent_at) return meeting.noticed ? ['Notice of the meeting was sent.'] : [];
  const hours = Math.max(0, Math.floor((Date.parse(meeting.starts_at) - Date.parse(notice_sent_at)) / HOUR_MS));
  return [
    sentence(
      `Notice was sent ${hours} hours before the meeting${meeting.notice_reason ? `: ${meeting.notice_reason}` : ''}`,
    ),
  ];
};

/** What a second device recorded as well; for the board alone. */
const alsoLines = ({ time_zone }: MinutesContext, { also }: Session, form: MinutesForm): string[] =>
  form === 'board'
    ? also.map(
        ({ kind, at, desk }) => `${ALSO[kind] ?? 'Also'} also recorded at ${clockInWords(time_zone, at)} (${desk}).`,
      )
    : [];

const ALSO: Partial<Record<MeetingFact['kind'], string>> = {
  called_to_order: 'The call to order was',
  adjourned: 'The adjournment was',
  recess: 'A recess was',
  resumed: 'The end of a recess was',
  executive_started: 'The start of an executive session was',
  executive_ended: 'The end of an executive session was',
};

const opening = (books: MeetingBooks): MinutesSection => ({
  ...{ item_id: null, title: '', executive: false, withdrawn: false, begun: null, lines: [], motions: [], actions: [] },
  texts: versions(books.texts, null),
});

const versions = (texts: readonly MinutesText[], item_id: string | null): MinutesText[] => {
  const replaced = replacedIn(texts);
  return texts.filter((text) => text.item_id === item_id && !replaced.has(text.id)).sort(byTime);
};

const replacedIn = (texts: readonly MinutesText[]): ReadonlySet<string> => {
  const known = replacedTexts.get(texts);
  if (known) return known;
  const replaced = new Set(texts.flatMap(({ replaces }) => replaces));
  replacedTexts.set(texts, replaced);
  return replaced;
};
const replacedTexts = new WeakMap<readonly MinutesText[], ReadonlySet<string>>();

const sectionOf = (
  books: MeetingBooks,
  context: MinutesContext,
  session: Session,
  item: AgendaItem,
  facts: readonly MeetingFact[],
  form: MinutesForm,
): MinutesSection => {
  const executive = isExecutiveItem(books, item);
  const begun = session.starts.get(item.id);
  const motions = motionsOf(books, item, form, context.cases);
  return {
    item_id: item.id,
    title: item.title,
    executive,
    withdrawn: item.removed_at !== null,
    begun: begun ? clockInWords(context.time_zone, begun) : null,
    lines: [...recusalLines(books, context.time_zone, item, context.cases), ...rulingLines(session, facts, form)],
    motions,
    actions: actionLines(context, item, form),
    texts: versions(books.texts, item.id),
  };
};

const RULINGS = { point: 'Point of order', appeal: 'Appeal', ruling: 'Ruling of the chair' } as const;

const rulingLines = ({ executive }: Session, facts: readonly MeetingFact[], form: MinutesForm): string[] =>
  ofKind(facts, 'point_of_order')
    .filter(({ at }) => form !== 'public' || !executive.some(({ from, to }) => at >= from && (to === null || at < to)))
    .map(({ data, text }) => sentence(`${RULINGS[data.kind]} (${data.name}): ${plainText(text)}`));

const actionLines = ({ actions }: MinutesContext, item: AgendaItem, form: MinutesForm): string[] =>
  actions
    .filter(
      ({ item_id, executive, status }) =>
        item_id === item.id && status !== 'dropped' && !(executive && form === 'public'),
    )
    .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
    .map(({ title, owner_name, due_on }) =>
      sentence(`${title}: ${owner_name}${due_on ? `, by ${dayInWords(due_on)}` : ''}`),
    );

const closingLines = (books: MeetingBooks, context: MinutesContext, session: Session, form: MinutesForm): string[] => {
  const { time_zone } = context;
  const clock = (at: string) => clockInWords(time_zone, at);
  const span = ({ from, to }: { from: string; to: string | null }) =>
    `from ${clock(from)}${to ? ` to ${clock(to)}` : ''}`;
  const [ended] = ofKind(books.facts, 'adjourned').slice(-1);
  const summary = books.meeting.exec_summary?.trim();
  const met = session.executive.map((part, at) =>
    sentence(`The board met in executive session ${span(part)}${summary && at === 0 ? `: ${summary}` : ''}`),
  );
  return [
    ...(form === 'executive' ? [] : session.recesses.map((part) => `Recess ${span(part)}.`)),
    ...met,
    ...(form === 'public' ? summariesOf(books) : []),
    ...(session.adjourned_at && form !== 'executive'
      ? [`The meeting was adjourned at ${clock(session.adjourned_at)}${ended?.data.to ? `, to ${ended.data.to}` : ''}.`]
      : []),
  ];
};

/** What was written for residents of executive motions. */
const summariesOf = (books: MeetingBooks): string[] =>
  books.motions
    .filter((motion) => motion.executive || books.meeting.executive_only || isOnExecutiveItem(books, motion.item_id))
    .flatMap(({ public_summary }) => (public_summary?.trim() ? [sentence(public_summary.trim())] : []));

const isOnExecutiveItem = ({ items }: MeetingBooks, id: string): boolean =>
  items.some((item) => item.id === id && item.executive);

/** Dated, below the text; one about an executive item stays out of the public form. */
const correctionsOf = (books: MeetingBooks, form: MinutesForm): MinutesCorrection[] =>
  ofKind(books.facts, 'minutes_correction')
    .filter(({ subject }) => {
      const executive = books.meeting.executive_only || (subject !== null && isOnExecutiveItem(books, subject));
      return belongs(executive, form);
    })
    .map(({ id, data, text, by_name }) => ({ id, on: data.on, html: text, by_name }));

/** Whether anything stands in a section. */
export const isEmptySection = ({ lines, motions, actions, texts, begun }: MinutesSection): boolean =>
  lines.length + motions.length + actions.length === 0 && begun === null && texts.every(({ text }) => isBlank(text));

export const isMemberMeeting = ({ meeting }: Pick<MeetingBooks, 'meeting'>): boolean =>
  bodyOf(meeting.kind) === 'member';
