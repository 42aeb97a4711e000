import { Pencil, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import type { AgendaItem } from '../../../schema/tables/meetings.ts';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { executiveSessionsOf } from '../../../sync/meetings/executive.ts';
import { lateEntries } from '../../../sync/meetings/minutes/late-entries.ts';
import type { MinutesSection as MinutesSectionRows } from '../../../sync/meetings/minutes/minutes-sections.ts';
import type { MinutesForm } from '../../../sync/meetings/minutes/minutes-words.ts';
import { useUser } from '../../device/session.ts';
import { save } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatCount, formatPlural } from '../../ui/format.ts';
import { printAlone } from '../../ui/print-alone.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { Select } from '../../ui/select.tsx';
import { useClock } from '../clock.ts';
import { factTitle } from '../fact-words.ts';
import { CorrectionForm } from './correction-form.tsx';
import { useApproved, useMinutes } from './model.ts';
import { MinutesText } from './reading.tsx';
import { MinutesSection, type SectionProps, UnsentMinutes } from './section.tsx';
import { MinutesSteps } from './steps.tsx';
import { hasDraft, saveEditors } from './unsent.ts';

/** The minutes to write, read, approve and publish. */
export const MinutesCard = ({ books }: { books: MeetingBooks }) => {
  const { meeting } = books;
  return (
    <Card title="Minutes">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <MinutesSteps meeting={meeting} />
        <LateEntries books={books} />
        <UnsentMinutes meeting={meeting} />
        <Reader books={books} />
        {meeting.minutes_approved_on && <CorrectionForm meeting={meeting} />}
      </div>
    </Card>
  );
};

const FORMS: { value: MinutesForm; label: string }[] = [
  { value: 'board', label: 'Whole minutes' },
  { value: 'public', label: 'As residents read them' },
  { value: 'executive', label: 'Executive session' },
];

const Reader = ({ books }: { books: MeetingBooks }) => {
  const { meeting } = books;
  const [form, setForm] = useState<MinutesForm>('board');
  const minutes = useMinutes(books, form);
  const approved = useApproved(meeting.id, form);
  const text = useRef<HTMLElement>(null);
  const locked = meeting.minutes_approved_on !== null;
  const hasExecutive =
    books.items.some(({ executive }) => executive) || meeting.executive_only || executiveSessionsOf(books).length > 0;
  const itemOf = (id: string | null): Pick<AgendaItem, 'id' | 'title'> | null =>
    books.items.find((item) => item.id === id) ?? null;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <Select label="Show" value={form} options={hasExecutive ? FORMS : FORMS.slice(0, 2)} onChange={setForm} />
        <Button icon={Printer} onClick={() => printAlone(text.current)}>
          Print
        </Button>
      </div>
      <MinutesText
        ref={text}
        minutes={minutes}
        approved={approved}
        edit={
          locked || form !== 'board'
            ? undefined
            : (section) => <SectionText meeting={meeting} item={itemOf(section.item_id)} section={section} />
        }
      />
    </>
  );
};

type TextProps = SectionProps & { section: MinutesSectionRows };

/** The text of a section; its editor opens where it is needed, because thirty of them would be slow. */
const SectionText = ({ meeting, item, section: { texts, executive_texts } }: TextProps) => {
  const user = useUser();
  const own = { meeting_id: meeting.id, item_id: item?.id ?? null };
  // What a killed browser left is saved when its section opens.
  const [open, setOpen] = useState(() => hasDraft(user.id, own));
  const close = async () => {
    if (await saveEditors(own)) setOpen(false);
  };
  if (texts.length > 1 || executive_texts.length > 0) return <MinutesSection meeting={meeting} item={item} />;
  if (!open)
    return (
      <div className="grid gap-2">
        {texts.map(({ id, text }) => (
          <RichText key={id} html={text} />
        ))}
        <span className="print:hidden">
          <Button size="small" icon={Pencil} onClick={() => setOpen(true)}>
            {item ? 'Write' : 'Write an Opening'}
            {item && <span className="sr-only"> on {item.title}</span>}
          </Button>
        </span>
      </div>
    );
  return (
    <div className="grid gap-2">
      <MinutesSection meeting={meeting} item={item} />
      <span>
        <Button
          size="small"
          className="print:hidden"
          // A phone's editor hides its toolbar when it is left, which would move the button away from the finger.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => void close()}
        >
          Done
        </Button>
      </span>
    </div>
  );
};

const SHOWN = 10;

/** Entries that came after the approval, until a correction is recorded or somebody says that none is needed. */
const LateEntries = ({ books }: { books: MeetingBooks }) => {
  const { meeting } = books;
  const clock = useClock();
  const { submit, busy, failure, dismiss } = useSubmit('This could not be saved. Please try again.', { repeat: true });
  const { minutes_late_at } = meeting;
  if (!minutes_late_at) return null;
  const entries = lateEntries(books);
  const look = () =>
    void submit(() =>
      save('setMinutesStatus', { meeting_id: meeting.id, status: 'approved', late_at: minutes_late_at }),
    );
  return (
    <div className="grid gap-2 print:hidden">
      <Alert tone="info" title={`${formatPlural(entries.length, 'entry', 'entries')} arrived after approval`}>
        <p>The approved minutes don’t include them. Record a correction below if they change anything.</p>
        <ul className="num mt-1.5 grid gap-0.5">
          {entries.slice(-SHOWN).map((fact) => (
            <li key={fact.id}>
              {factTitle(fact as never, nameIn(books))}, {clock(fact.at)} ({fact.desk})
            </li>
          ))}
          {entries.length > SHOWN && <li>and {formatCount(entries.length - SHOWN)} earlier ones</li>}
        </ul>
        <div className="mt-2">
          <Button size="small" disabled={busy} onClick={look}>
            No Correction Needed
          </Button>
        </div>
      </Alert>
      <ErrorAlert message={failure} onClose={dismiss} />
    </div>
  );
};

const nameIn =
  ({ roll, items, motions }: MeetingBooks) =>
  (id: unknown): string => {
    const motion = motions.find((one) => one.id === id);
    if (motion) return `Motion ${motion.number}`;
    return roll.find((unit) => unit.id === id)?.label ?? items.find((item) => item.id === id)?.title ?? 'an entry';
  };
