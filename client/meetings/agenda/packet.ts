import type { Document } from '../../../schema/tables/documents.ts';
import type { AgendaItem, Meeting } from '../../../schema/tables/meetings.ts';
import { inOrder } from '../../../sync/meetings/agenda/agenda.ts';
import { timeInWords } from '../../../sync/meetings/local-time.ts';
import { escaped } from '../../../sync/meetings/minutes/minutes-words.ts';
import { kindInFull } from '../../../sync/meetings/notice/notice-text.ts';
import { api } from '../../device/api.ts';
import { Archive, loadFile } from '../../files/archive.ts';
import { download } from '../../files/download.ts';
import { sanitize } from '../../ui/rich-text.tsx';

type Documents = Parameters<typeof packetOf>[2];

/** Saves the agenda and its papers as one archive. Resolves with how many papers could not be loaded; the archive has none of
 * them. */
export const downloadPacket = async (
  meeting: Meeting,
  items: readonly AgendaItem[],
  documents: Documents,
  hoa: { name: string; time_zone: string },
): Promise<number> => {
  const clean = items.map((item) => ({
    ...item,
    description: sanitize(item.description ?? ''),
    proposal: sanitize(item.proposal ?? ''),
  }));
  const { html, papers } = packetOf(meeting, clean, documents, hoa);
  const archive = new Archive();
  archive.text('Agenda.html', html);
  let missing = 0;
  for (const { document_id, path } of papers) {
    const bytes = await load(document_id);
    if (bytes) archive.add(path, bytes);
    else missing += 1;
  }
  download(`${fileName(meeting.title)}.zip`, archive.finish(), 'application/zip');
  return missing;
};

const load = async (id: string): Promise<Uint8Array | undefined> => {
  const { downloadUrl } = await api<{ downloadUrl: string }>(`/api/documents/${id}/download`, { method: 'POST' });
  return loadFile(downloadUrl);
};

type Paper = { document_id: string; path: string };
/** A page with the agenda, and where the files of its papers lie beside it. */
export type Packet = { html: string; papers: Paper[] };

type Place = { name: string; time_zone: string };
type Kept = Pick<Document, 'id' | 'title' | 'file_type'>;

/** The packet of a meeting from the rows that the viewer has: what they may not see is in neither part. */
export const packetOf = (
  meeting: Pick<Meeting, 'kind' | 'title' | 'starts_at' | 'place' | 'remote_link'>,
  items: readonly AgendaItem[],
  documents: { get(id: string): Kept | undefined },
  hoa: Place,
): Packet => {
  const papers: Paper[] = [];
  const listed = inOrder(items.filter(({ removed_at }) => removed_at === null)).map((item, at) => {
    const own = papersOf(item, at + 1, documents);
    papers.push(...own.map(({ document_id, path }) => ({ document_id, path })));
    return itemHtml(item, own);
  });
  const about = [timeInWords(hoa.time_zone, meeting.starts_at), meeting.place, meeting.remote_link].filter(Boolean);
  const html = [
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escaped(meeting.title)}</title></head><body>`,
    `<h1>${escaped(meeting.title)}</h1><p>${escaped(`${kindInFull(meeting.kind)} of ${hoa.name}`)}</p>`,
    ...about.map((line) => `<p>${escaped(line!)}</p>`),
    `<h2>Agenda</h2><ol>${listed.join('')}</ol></body></html>`,
  ].join('');
  return { html, papers };
};

/** Those that the viewer has, a file each: "Papers/03 Budget/Budget 2027.pdf". */
const papersOf = ({ papers, title }: AgendaItem, place: number, documents: { get(id: string): Kept | undefined }) => {
  const folder = `Papers/${String(place).padStart(2, '0')} ${fileName(title)}`;
  const taken = new Set<string>();
  return (papers ?? []).flatMap(({ document_id }) => {
    const document = documents.get(document_id);
    if (!document) return [];
    const name = fileName(document.title);
    const path = `${folder}/${taken.has(name) ? `${name} (${taken.size + 1})` : name}.${document.file_type}`;
    taken.add(name);
    return [{ document_id, path, title: document.title }];
  });
};

/** A file name that every system accepts. */
export const fileName = (words: string): string =>
  words
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 60)
    .replace(/[. ]+$/, '') || 'Untitled';

const itemHtml = (
  { title, minutes, description, proposal, executive }: AgendaItem,
  papers: readonly { path: string; title: string }[],
): string =>
  [
    `<li><strong>${escaped(title)}</strong>${executive ? ' (executive)' : ''}${minutes ? ` ${minutes} min` : ''}`,
    description ?? '',
    proposal ? `<p>To be voted on:</p><blockquote>${proposal}</blockquote>` : '',
    papers.length > 0
      ? `<ul>${papers.map(({ path, title: words }) => `<li><a href="${escaped(encodeURI(path))}">${escaped(words)}</a></li>`).join('')}</ul>`
      : '',
    '</li>',
  ].join('');
