import { Pencil, Printer } from 'lucide-react';
import { useRef, useState } from 'react';
import type { AgendaItem, Meeting } from '../../../schema/tables/meetings.ts';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { executiveSessionsOf } from '../../../sync/meetings/executive.ts';
import type { MinutesSection as MinutesSectionRows } from '../../../sync/meetings/minutes/minutes-sections.ts';
import type { MinutesForm } from '../../../sync/meetings/minutes/minutes-words.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useDrafts } from '../../ui/draft.tsx';
import { printAlone } from '../../ui/print-alone.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { Select } from '../../ui/select.tsx';
import { ActionList } from '../action-items/list.tsx';
import { ActionMaker } from '../action-items/maker.tsx';
import { useMeetingBooks } from '../books.ts';
import { SettlePanel } from '../decisions/settle-panel.tsx';
import { CorrectionForm } from './correction-form.tsx';
import { DecisionsCard } from './decisions-card.tsx';
import { LateEntries } from './late-entries.tsx';
import { useApproved, useMinutes } from './model.ts';
import { MinutesText } from './reading.tsx';
import { MinutesSection, type SectionProps } from './section.tsx';
import { MinutesSteps } from './steps.tsx';
import { draftOf } from './typing.ts';

/** For the board, once a meeting was called to order: its minutes to write, read, approve and publish, and who does what. */
export const MinutesPanel = ({ meeting }: { meeting: Meeting }) => {
  const { books } = useMeetingBooks(meeting.id);
  if (!books || !hasBegun(books)) return null;
  return (
    <>
      <Card title="Minutes">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <MinutesSteps meeting={meeting} />
          <LateEntries books={books} />
          <Reader books={books} />
          {meeting.minutes_approved_on && <CorrectionForm meeting={meeting} />}
        </div>
      </Card>
      <SettlePanel books={books} />
      <DecisionsCard books={books} />
      <Card title="Action items">
        <div className="grid gap-3">
          <ActionMaker meeting={meeting} item={null} />
          <ActionList meeting_id={meeting.id} />
        </div>
      </Card>
    </>
  );
};

const hasBegun = ({ meeting, facts, texts }: MeetingBooks): boolean =>
  meeting.called_at !== null || texts.length > 0 || facts.some(({ kind }) => kind === 'called_to_order');

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

/** What was written; its editor opens where it is needed, because thirty of them would be slow. */
const SectionText = ({ meeting, item, section: { texts, executive_texts } }: TextProps) => {
  const drafts = useDrafts();
  // What a killed browser left is saved when its section opens.
  const [open, setOpen] = useState(() =>
    drafts.has(draftOf({ meeting_id: meeting.id, item_id: item?.id ?? null, executive_session_id: null })),
  );
  if (texts.length > 1 || executive_texts.length > 0) return <MinutesSection meeting={meeting} item={item} />;
  if (!open)
    return (
      <div className="grid gap-2">
        {texts.map(({ id, text }) => (
          <RichText key={id} html={text} />
        ))}
        <span className="print:hidden">
          <Button size="small" icon={Pencil} onClick={() => setOpen(true)}>
            {item ? 'Write' : 'Write an opening'}
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
          onClick={() => setOpen(false)}
        >
          Done
        </Button>
      </span>
    </div>
  );
};
