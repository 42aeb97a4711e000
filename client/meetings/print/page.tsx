import { useState } from 'react';
import { useLocation, useParams } from 'wouter';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import type { MinutesForm } from '../../../sync/meetings/minutes/minutes-words.ts';
import { byPaper } from '../../../sync/meetings/notice/notice.ts';
import { paths } from '../../paths.ts';
import { RecordLoader } from '../../screens/record-loader.tsx';
import { Card } from '../../ui/card.tsx';
import { SkeletonRows } from '../../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { Select } from '../../ui/select.tsx';
import { useMeetingBooks } from '../books.ts';
import { useApproved, useMinutes } from '../minutes/model.ts';
import { MinutesText } from '../minutes/reading.tsx';
import { isBoardMeeting, LOADER } from '../model.ts';
import { useNoticeProof } from '../notice/model.ts';
import { CertificateSheet, NoticeSheets } from './notice-sheets.tsx';
import { votersOf } from './parts.tsx';
import { ProxyForms } from './proxy-form.tsx';
import { AgendaSheet, RollCallSheet, SignInSheet } from './sheets.tsx';

/** /meetings/:id/print/:sheet, from this device alone. */
const PrintScreen = () => <RecordLoader {...LOADER}>{(meeting) => <SheetsOf meeting={meeting} />}</RecordLoader>;

export default PrintScreen;

const SHEETS = {
  'sign-in': 'Sign-in sheet',
  'proxy-form': 'Proxy form',
  agenda: 'Agenda',
  notice: 'Notice',
  certificate: 'Certificate of notice',
  'roll-call': 'Roll-call sheet',
  minutes: 'Minutes',
} as const;
type SheetName = keyof typeof SHEETS;

const SheetsOf = ({ meeting }: { meeting: Meeting }) => {
  const { sheet = '' } = useParams<{ sheet: string }>();
  const { books, complete } = useMeetingBooks(meeting.id);
  const [, navigate] = useLocation();
  const shown: SheetName = sheet in SHEETS ? (sheet as SheetName) : 'sign-in';
  const names = (Object.keys(SHEETS) as SheetName[]).filter(
    (name) => name !== 'proxy-form' || !isBoardMeeting(meeting),
  );
  return (
    <>
      <Breadcrumb
        entries={[LOADER.list, { label: meeting.title, href: paths.meeting(meeting.id) }, { label: 'Print' }]}
      />
      <span className="contents print:hidden">
        <PageHeader
          title={SHEETS[shown]}
          documentTitle={`${SHEETS[shown]}: ${meeting.title}`}
          subtitle="Prints on Letter or A4. You can enter what is written on paper later."
          actions={
            <>
              <Select
                label="Sheet"
                value={shown}
                options={names.map((value) => ({ value, label: SHEETS[value] }))}
                onChange={(name) => navigate(paths.meetingPrint(meeting.id, name), { replace: true })}
              />
              <PrintButton />
            </>
          }
        />
      </span>
      {books && complete ? <Shown books={books} sheet={shown} /> : <SkeletonRows rows={8} />}
    </>
  );
};

const Shown = ({ books, sheet }: { books: MeetingBooks; sheet: SheetName }) => {
  if (sheet === 'agenda') return <Agenda books={books} />;
  if (sheet === 'proxy-form') return <Proxies books={books} />;
  if (sheet === 'notice') return <Notices books={books} />;
  if (sheet === 'certificate') return <CertificateSheet books={books} />;
  if (sheet === 'minutes') return <MinutesSheet books={books} />;
  return sheet === 'roll-call' ? <RollCallSheet books={books} /> : <SignInSheet books={books} />;
};

const Agenda = ({ books }: { books: MeetingBooks }) => {
  const [form, setForm] = useState('public');
  const hasExecutive = books.items.some(({ executive, removed_at }) => executive && !removed_at);
  return (
    <>
      {hasExecutive && (
        <Choice
          label="For"
          value={form}
          options={[
            { value: 'public', label: 'Everyone' },
            { value: 'board', label: 'The board, with executive items' },
          ]}
          onChange={setForm}
        />
      )}
      <AgendaSheet books={books} isPublic={form === 'public'} />
    </>
  );
};

const Proxies = ({ books }: { books: MeetingBooks }) => {
  const [of, setOf] = useState('none');
  const units = votersOf(books);
  return (
    <>
      <Choice
        label="For"
        value={of}
        options={[
          { value: 'none', label: 'One blank form' },
          { value: 'all', label: `One for each of ${units.length} units` },
          ...units.map(({ id, label }) => ({ value: id, label })),
        ]}
        onChange={setOf}
      />
      <ProxyForms books={books} units={of === 'all' ? units : units.filter(({ id }) => id === of)} />
    </>
  );
};

const FORMS: { value: MinutesForm; label: string }[] = [
  { value: 'board', label: 'The board' },
  { value: 'public', label: 'Everyone' },
  { value: 'executive', label: 'The board, executive session only' },
];

const MinutesSheet = ({ books }: { books: MeetingBooks }) => {
  const [form, setForm] = useState<MinutesForm>('board');
  const minutes = useMinutes(books, form);
  const approved = useApproved(books.meeting.id, form);
  return (
    <>
      <Choice label="For" value={form} options={FORMS} onChange={(value) => setForm(value as MinutesForm)} />
      <Card>
        <MinutesText minutes={minutes} approved={approved} level={2} />
      </Card>
    </>
  );
};

const Notices = ({ books }: { books: MeetingBooks }) => {
  const [of, setOf] = useState('posted');
  const { units } = useNoticeProof(books.meeting) ?? { units: [] };
  const papers = byPaper({ units });
  const chosen = { posted: [], paper: papers, all: units }[of] ?? units.filter(({ unit }) => unit.id === of);
  return (
    <>
      <Choice
        label="For"
        value={of}
        options={[
          { value: 'posted', label: 'One for posting' },
          { value: 'paper', label: `Units email has not reached (${papers.length})` },
          { value: 'all', label: `One for each of ${units.length} units` },
          ...units.map(({ unit: { id, label } }) => ({ value: id, label })),
        ]}
        onChange={setOf}
      />
      {of === 'paper' && papers.length === 0 ? (
        <p className="text-ink-2">Email has reached every unit.</p>
      ) : (
        <NoticeSheets books={books} units={chosen.map(({ unit }) => unit)} />
      )}
    </>
  );
};

const Choice = (props: {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
}) => (
  <div className="flex print:hidden">
    <Select {...props} />
  </div>
);
