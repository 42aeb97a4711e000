import { bodyOf, type MeetingKind } from '../../../schema/meetings.ts';
import type { AgendaItem, Meeting } from '../../../schema/tables/meetings.ts';
import { inOrder } from '../agenda/agenda.ts';
import { KIND_LABELS } from '../kinds.ts';
import { timeInWords } from '../local-time.ts';

/** The name of a meeting on papers, where it differs from its label. */
const IN_FULL: Partial<Record<MeetingKind, string>> = {
  board_regular: 'Regular board meeting',
  member_annual: 'Annual meeting of the members',
  member_special: 'Special meeting of the members',
};
export const kindInFull = (kind: MeetingKind): string => IN_FULL[kind] ?? KIND_LABELS[kind];

type Place = { name: string; time_zone: string };
type Announced = Pick<
  Meeting,
  'kind' | 'title' | 'starts_at' | 'place' | 'remote_link' | 'purpose' | 'exec_summary' | 'executive_only'
>;
type Listed = Pick<AgendaItem, 'id' | 'position' | 'title' | 'executive' | 'removed_at' | 'papers'>;
/** The title of a document; undefined for one that is gone. */
type TitleOf = (document_id: string) => string | undefined;

const TITLE_LIMIT = 200;
const titled = (words: string): string => (words.length > TITLE_LIMIT ? `${words.slice(0, TITLE_LIMIT - 1)}…` : words);

const openItems = <Item extends Listed>(items: readonly Item[]): Item[] =>
  inOrder(items.filter(({ executive, removed_at }) => !executive && removed_at === null));

/** Title and message (HTML) of the announcement. Executive items are left out of it, and papers that residents may not read. */
export const noticeText = (meeting: Announced, items: readonly Listed[], hoa: Place, titleOf: TitleOf) => ({
  title: titled(`Notice of meeting: ${meeting.title}`),
  message: [
    paragraph(`${kindInFull(meeting.kind)} of ${hoa.name}`),
    ...details(meeting, hoa),
    ...(meeting.executive_only ? [] : agenda(items, titleOf)),
    meeting.exec_summary && paragraph(`The board will meet in executive session: ${meeting.exec_summary}`),
    bodyOf(meeting.kind) === 'board' ||
      paragraph('Owners who can’t attend may give a proxy in Porchlight or on paper.'),
  ]
    .filter((part) => typeof part === 'string')
    .join(''),
});

const details = (meeting: Announced, hoa: Place): string[] =>
  [
    ['When', timeInWords(hoa.time_zone, meeting.starts_at)],
    ['Where', meeting.place],
    ['Online', meeting.remote_link],
    ['Purpose', meeting.purpose],
  ].flatMap(([label, value]) => (value ? [`<p><strong>${label}:</strong> ${escaped(value)}</p>`] : []));

const agenda = (items: readonly Listed[], titleOf: TitleOf): string[] => {
  const open = openItems(items).map(({ title, papers }) => ({ title, papers: publicPapers(papers, titleOf) }));
  if (open.length === 0) return [];
  const lines = open.map(
    ({ title, papers }) => `<li>${escaped(papers.length > 0 ? `${title} (papers: ${papers.join('; ')})` : title)}</li>`,
  );
  return [
    '<h3>Agenda</h3>',
    `<ol>${lines.join('')}</ol>`,
    ...(open.some(({ papers }) => papers.length > 0)
      ? [paragraph('Read the papers on the meeting’s page in Porchlight.')]
      : []),
  ];
};

const publicPapers = (papers: Listed['papers'], titleOf: TitleOf): string[] =>
  (papers ?? []).flatMap(({ document_id, is_public }) => (is_public ? (titleOf(document_id) ?? []) : []));

export const cancellationText = (meeting: Announced & Pick<Meeting, 'cancel_reason'>, hoa: Place) => ({
  title: titled(`Canceled: ${meeting.title}`),
  message: [
    paragraph(`This meeting of ${hoa.name} will not take place.`),
    ...details(meeting, hoa),
    meeting.cancel_reason && `<p><strong>Reason:</strong> ${escaped(meeting.cancel_reason)}</p>`,
  ]
    .filter(Boolean)
    .join(''),
});

const paragraph = (words: string) => `<p>${escaped(words)}</p>`;
const escaped = (words: string) =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
