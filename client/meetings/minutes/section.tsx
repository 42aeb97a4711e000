import { type FocusEvent, type ReactNode, useMemo, useState } from 'react';
import { isBlank } from '../../../schema/rich-text.ts';
import type { AgendaItem, Meeting } from '../../../schema/tables/meetings.ts';
import type { MinutesText } from '../../../schema/tables/minutes.ts';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { executiveSessionsOf, executiveTexts, isExecutiveItem, openSession } from '../../../sync/meetings/executive.ts';
import { ofKind } from '../../../sync/meetings/facts/heads.ts';
import { versionsOfSection } from '../../../sync/meetings/minutes/minutes-versions.ts';
import { lockedSentence } from '../../../sync/meetings/minutes/minutes-words.ts';
import { canRecord } from '../../../sync/meetings/rights.ts';
import { useUser } from '../../device/session.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { RichTextEditor } from '../../ui/rich-text-editor.tsx';
import { useMeetingBooks } from '../books.ts';
import { trueNow } from '../clock.ts';
import { deviceId } from '../desk-name.ts';
import { useHoaTime } from '../time.ts';
import { settle, useTyping } from './typing.ts';
import { type Section as SectionOf, useHasUnsent } from './unsent.ts';

export type SectionProps = { meeting: Meeting; item: Pick<AgendaItem, 'id' | 'title'> | null };

const PLACEHOLDER = 'Record decisions and reasons, not who said what.';

/** The minutes of an item, or before the first with `item` null. Text of an executive session stands apart. */
export const MinutesSection = ({ meeting, item }: SectionProps) => {
  const { books } = useMeetingBooks(meeting.id);
  const { open, closed, isExecutive, session } = useLines(books, item?.id ?? null);
  const label = item ? `Minutes of ${item.title}` : 'Minutes before the first item';
  const part = { meeting, item_id: item?.id ?? null };
  if (isExecutive) return <Part {...part} session={session} heads={[...open, ...closed]} label={label} />;
  const last = closed.findLast(({ executive_session_id }) => executive_session_id)?.executive_session_id;
  return (
    <div className="grid gap-3">
      <Part {...part} session={null} heads={open} label={label} isClosed={session !== null} />
      {(session !== null || closed.length > 0) && (
        <section aria-label="Executive session" className="grid gap-1.5">
          <span>
            <Badge tone="violet">Executive session</Badge>
          </span>
          <Part {...part} session={session ?? last ?? ''} heads={closed} label={`${label}, executive session`} />
        </section>
      )}
    </div>
  );
};

const NOTHING = { open: [], closed: [], isExecutive: false, session: null };

/** The versions of the text of an item that residents will read, and of what was written in an executive session. */
const useLines = (books: MeetingBooks | undefined, item_id: string | null) =>
  useMemo(() => {
    if (!books) return NOTHING;
    const closed = executiveTexts(books, books.texts);
    const item = books.items.find(({ id }) => id === item_id);
    const versions = (isClosed: boolean) =>
      versionsOfSection(
        books.texts.filter(({ id }) => closed.has(id) === isClosed),
        item_id,
      );
    return {
      open: versions(false),
      closed: versions(true),
      isExecutive: item ? isExecutiveItem(books, item) : books.meeting.executive_only,
      session: openSession(executiveSessionsOf(books)),
    };
  }, [books, item_id]);

type PartProps = {
  meeting: Meeting;
  item_id: string | null;
  /** The executive session that it is of; '' where nothing says which. */
  session: string | null;
  heads: readonly MinutesText[];
  label: string;
  isClosed?: boolean;
};

const Part = ({ meeting, item_id, session, heads, label, isClosed = false }: PartProps) => {
  const taken = useTaken(meeting);
  const isFirst = useState(() => taken === null)[0];
  const section = { meeting_id: meeting.id, item_id, executive_session_id: session || null };
  const user = useUser();
  const mayRecord = canRecord(user, meeting, trueNow());
  if (isClosed) return <Read heads={heads} note={null} />;
  if (meeting.minutes_approved_on) return <Read heads={heads} note={lockedSentence(meeting.minutes_approved_on)} />;
  if (heads.length > 1 && mayRecord) return <Versions section={section} heads={heads} />;
  if (!mayRecord || (taken && !taken.from_here && !isFirst)) return <Read heads={heads} note={taken?.words ?? null} />;
  return <Editor key={item_id} section={section} heads={heads} label={label} note={taken?.words ?? null} />;
};

/** `from_here`: it was this device's record. */
type Taken = { words: string; from_here: boolean };

/** The recorder on another device, while the meeting is held. */
const useTaken = (meeting: Meeting): Taken | null => {
  const { books } = useMeetingBooks(meeting.id);
  const time = useHoaTime();
  return books ? takenIn(books, time.short) : null;
};

const takenIn = (books: MeetingBooks, time: (at: string) => string): Taken | null => {
  const { recorder, adjourned_at, opened_at } = books.session;
  if (!recorder || adjourned_at !== null || opened_at === null || recorder.device === deviceId()) return null;
  const { by_name, desk, at } = recorder;
  if (!ofKind(books, 'recorder_taken').some(({ data }) => data.device === deviceId()))
    return {
      words: `${by_name} is writing the minutes on ${desk}. To write here, take over the record.`,
      from_here: false,
    };
  const words = `${by_name} took over the record at ${time(at)} on ${desk}. What you type here is kept as a second version.`;
  return { words, from_here: true };
};

const Read = ({ heads, note }: { heads: readonly MinutesText[]; note: string | null }) => (
  <div className="grid gap-2">
    {heads.map(({ id, text }) => (
      <RichText key={id} html={text} />
    ))}
    {note && <p className="text-ink-3 text-sm">{note}</p>}
  </div>
);

type EditorProps = { section: SectionOf; heads: readonly MinutesText[]; label: string; note: string | null };

const Editor = ({ section, heads, label, note }: EditorProps) => {
  const { text, type, end, failure } = useTyping(section, heads);
  const leave = (event: FocusEvent<HTMLDivElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) void end();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: leaving the editor ends a stretch of typing
    <div className="grid gap-1.5" onBlur={leave}>
      <RichTextEditor compact label={label} placeholder={PLACEHOLDER} value={text} onChange={type} />
      {note && <p className="text-ochre text-sm">{note}</p>}
      <ErrorAlert message={failure?.message ?? null} onClose={() => void end()} />
      {failure?.waits && <Waiting>This text is saved on this device and will be sent later.</Waiting>}
    </div>
  );
};

const Waiting = ({ children }: { children: string }) => (
  <p role="status" className="text-ochre text-sm print:hidden">
    {children}
  </p>
);

/** The state of what was typed in sections that are closed by now. */
export const UnsentMinutes = ({ meeting }: { meeting: Meeting }) => {
  const hasUnsent = useHasUnsent(meeting.id);
  return (
    hasUnsent &&
    !meeting.minutes_approved_on && (
      <Waiting>Text for another item is saved on this device and will be sent later.</Waiting>
    )
  );
};

type VersionsProps = { section: SectionOf; heads: readonly MinutesText[] };

/** Two texts of one section, side by side, until a person settles them. */
const Versions = ({ section, heads }: VersionsProps) => {
  const [isEditing, setEditing] = useState(false);
  const { submit, busy, failure, dismiss } = useSubmit('This could not be saved. Please try again.', { repeat: true });
  const keep = (text: string) => void submit(() => settle(section, heads, text));
  const joined = heads.map(({ text }) => text).join('');
  const alert = <ErrorAlert message={failure} onClose={dismiss} />;
  if (isEditing)
    return (
      <Joined text={joined} busy={busy} onSave={keep} onCancel={() => setEditing(false)}>
        {alert}
      </Joined>
    );
  return (
    <section aria-label="Two versions of this section" className="grid gap-2 rounded-md bg-ochre-soft p-3">
      <p className="font-semibold text-ochre">Two versions of this section</p>
      <div className="grid gap-3 md:grid-cols-2">
        {heads.map((head) => (
          <Version key={head.id} head={head} busy={busy} onKeep={() => keep(head.text)} />
        ))}
      </div>
      <div className="flex flex-wrap gap-2 print:hidden">
        <Button size="small" disabled={busy} onClick={() => keep(joined)}>
          Keep Both
        </Button>
        <Button size="small" onClick={() => setEditing(true)}>
          Edit
        </Button>
      </div>
      {alert}
    </section>
  );
};

type JoinedProps = {
  text: string;
  busy: boolean;
  onSave: (text: string) => void;
  onCancel: () => void;
  children: ReactNode;
};

const Joined = ({ text, busy, onSave, onCancel, children }: JoinedProps) => {
  const [typed, setTyped] = useState(text);
  return (
    <div className="grid gap-2">
      <RichTextEditor label="Both versions" value={typed} onChange={setTyped} />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={busy} onClick={() => onSave(typed)}>
          Save
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
      {children}
    </div>
  );
};

const Version = ({ head, busy, onKeep }: { head: MinutesText; busy: boolean; onKeep: () => void }) => {
  const time = useHoaTime();
  return (
    <div className="grid content-start gap-2 rounded-md border border-line bg-card p-3">
      <p className="text-ink-3 text-sm">
        {head.by_name}, {head.desk}, {time.short(head.at)}
        {head.imported_by && `, by file, added by ${head.imported_by}`}
      </p>
      {isBlank(head.text) ? <p className="text-ink-3">Empty</p> : <RichText html={head.text} />}
      <span className="print:hidden">
        <Button size="small" disabled={busy} onClick={onKeep}>
          Keep This
        </Button>
      </span>
    </div>
  );
};
