import { cleanText } from '../../schema/documents.ts';
import type { Role } from '../../schema/users.ts';
import { fileDocument, removeDocument } from '../../sync/documents/mutators.ts';
import { todayOf } from '../../sync/dues/entity.ts';
import type { MeetingBooks } from '../../sync/meetings/books.ts';
import { type Minutes, minutesOf } from '../../sync/meetings/minutes/minutes.ts';
import { minutesHtml } from '../../sync/meetings/minutes/minutes-html.ts';
import type { MinutesForm } from '../../sync/meetings/minutes/minutes-words.ts';
import type { Tx } from '../../sync/tx.ts';
import { dayInWords } from '../../sync/words.ts';
import type { Deps } from '../deps.ts';
import { derivedId } from '../derived-id.ts';
import { type BooksOfMeeting, readBooks } from '../queries/meeting-books.ts';
import { queryOne } from '../queries/query.ts';
import { uploadFile } from '../services/uploads.ts';
import { transactAsSystem } from '../transact.ts';
import type { Job } from './job.ts';

/** Keeps what the minutes said when they were approved, once. */
export const freezeMinutes: Job<'freezeMinutes'> = async (deps, { meeting_id }, { hoa_id }) => {
  const found = await readBooks(deps, hoa_id, meeting_id);
  if (found?.approved?.board_text !== '') return;
  const textOf = (form: MinutesForm) => minutesHtml(minutesOf(found.books, found.context, form));
  const texts = { board_text: textOf('board'), public_text: textOf('public'), executive_text: textOf('executive') };
  const freeze = async (tx: Tx) => {
    const approved = await tx.get('approvedMinutes', meeting_id);
    if (approved && approved.board_text === '') await tx.put('approvedMinutes', { ...approved, ...texts });
  };
  await transactAsSystem(deps, hoa_id, freeze, { action: null });
};

type Publisher = { id: string; name: string; role: Role };
type Paper = { form: 'public' | 'executive'; id: string; title: string; html: string; isDraft: boolean };

/** Files what residents read, and what the board alone reads of an executive session, as documents of their own. The id of a
 * document follows from what it says: publishing the same again changes nothing. */
export const publishMinutes: Job<'publishMinutes'> = async (deps, { meeting_id, user_id }, { hoa_id }) => {
  const [found, publisher] = await Promise.all([
    readBooks(deps, hoa_id, meeting_id),
    queryOne<Publisher>(deps.db, 'SELECT id, name, role FROM users WHERE hoa_id = ? AND id = ?', [hoa_id, user_id]),
  ]);
  if (!publisher || found?.books.meeting.status !== 'scheduled') return;
  for (const paper of papersOf(found)) await filePaper(deps, found.books, paper, publisher);
};

const papersOf = (found: BooksOfMeeting): Paper[] => {
  const { books, approved } = found;
  const composed = (['public', 'executive'] as const).map((form) => minutesOf(books, found.context, form));
  return composed
    .filter(({ form, sections, corrections }) => form === 'public' || sections.length + corrections.length > 0)
    .map((minutes) => {
      const frozen = minutes.form === 'public' ? approved?.public_text : approved?.executive_text;
      const html = `${frozen || minutesHtml(minutes)}${endOf(minutes)}`;
      const form = minutes.form as Paper['form'];
      const title = titleOf(found, minutes);
      return {
        form,
        title,
        html,
        isDraft: minutes.isDraft,
        id: derivedId([books.meeting.id, form, title, html].join('\n')),
      };
    });
};

/** The approval and what was put right since. */
const endOf = ({ approved_on, corrections }: Minutes): string =>
  [
    ...(approved_on ? [`<p>Approved on ${dayInWords(approved_on)}.</p>`] : []),
    ...(corrections.length > 0 ? ['<h3>Corrections</h3>'] : []),
    ...corrections.map(({ on, html }) => `<p><strong>${dayInWords(on)}</strong></p>${html}`),
  ].join('');

const titleOf = ({ books: { meeting }, context }: BooksOfMeeting, { title, isDraft }: Minutes): string => {
  const on = dayInWords(todayOf(context, meeting.starts_at));
  return `${title}, ${on}${isDraft ? ' (DRAFT)' : ''}`;
};

const COLUMNS = { public: 'minutes_document_id', executive: 'exec_minutes_document_id' } as const;

const filePaper = async (deps: Deps, { meeting }: MeetingBooks, paper: Paper, publisher: Publisher): Promise<void> => {
  const column = COLUMNS[paper.form];
  const filed = { sql: 'SELECT id FROM documents WHERE hoa_id = ? AND id = ?', args: [meeting.hoa_id, paper.id] };
  const known = await queryOne(deps.db, filed.sql, filed.args);
  if (known && meeting[column] === paper.id) return markPublished(deps, meeting.hoa_id, meeting.id);
  const { key, size, text } = await upload(deps, meeting.hoa_id, paper, publisher);
  const file = async (tx: Tx) => {
    const [current, same] = await Promise.all([tx.get('meeting', meeting.id), tx.get('document', paper.id)]);
    if (!current) return;
    const before = current[column] ? await tx.get('document', current[column]) : undefined;
    if (!same)
      await fileDocument(
        tx,
        {
          ...{ id: paper.id, title: paper.title, category: 'Meeting Minutes', notes: null, tags: [] },
          ...{ is_public: paper.form === 'public', s3_key: key, file_type: 'pdf', file_size: size, text },
        },
        publisher,
      );
    if (before && before.id !== paper.id) await removeDocument(tx, before);
    await tx.put('meeting', { ...current, ...publishedStatus(current), [column]: paper.id });
  };
  await transactAsSystem(deps, meeting.hoa_id, file, { action: 'publishMinutes', by: publisher, files: [key] });
};

const publishedStatus = ({ minutes_approved_on }: { minutes_approved_on: string | null }) =>
  minutes_approved_on ? { minutes_status: 'published' as const } : {};

const markPublished = async (deps: Deps, hoa_id: string, id: string): Promise<void> => {
  const mark = async (tx: Tx) => {
    const meeting = await tx.get('meeting', id);
    if (meeting?.minutes_approved_on && meeting.minutes_status !== 'published')
      await tx.put('meeting', { ...meeting, minutes_status: 'published' });
  };
  await transactAsSystem(deps, hoa_id, mark, { action: null });
};

const upload = async (deps: Deps, hoa_id: string, { title, html, isDraft }: Paper, publisher: Publisher) => {
  const [{ pdfOf }, { paragraphsOf }, { loadFonts }] = await Promise.all([
    import('../pdf/document.ts'),
    import('../pdf/rich-text.ts'),
    import('../pdf/fonts.ts'),
  ]);
  const paragraphs = paragraphsOf(html);
  const bytes = pdfOf(paragraphs, { title, footer: title, mark: isDraft ? 'DRAFT' : undefined }, await loadFonts(deps));
  const actor = { ...publisher, hoa_id, email: '', address_id: null };
  const file = new File([bytes], `${title.replaceAll(',', '')}.pdf`, { type: 'application/pdf' });
  const key = await uploadFile(deps, { ...actor, role: 'board' }, 'documents', file);
  return { key, size: bytes.length, text: cleanText(paragraphs.map(({ text }) => text).join(' ')) };
};
