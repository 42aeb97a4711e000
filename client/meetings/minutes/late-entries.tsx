import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { lateEntries } from '../../../sync/meetings/minutes/late-entries.ts';
import { messageOf } from '../../device/http.ts';
import { save } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { formatCount, formatPlural } from '../../ui/format.ts';
import { useClock } from '../desk/times.ts';
import { factTitle } from '../fact-words.ts';

const SHOWN = 10;

/** What came after the approval, until a correction is recorded or somebody says that none is needed. */
export const LateEntries = ({ books }: { books: MeetingBooks }) => {
  const { meeting } = books;
  const clock = useClock();
  const { submit, busy, failure, dismiss } = useSubmit((error) => messageOf(error, 'This could not be saved.'), {
    repeat: true,
  });
  const { minutes_late_at } = meeting;
  if (!minutes_late_at) return null;
  const entries = lateEntries(books);
  const look = () =>
    void submit(() =>
      save('setMinutesStatus', { meeting_id: meeting.id, status: 'approved', late_at: minutes_late_at }),
    );
  return (
    <div className="grid gap-2 print:hidden">
      <Alert tone="info" title={`${formatPlural(entries.length, 'entry', 'entries')} came after the approval`}>
        <p>The approved text does not have them. Record a correction below if they change what it says.</p>
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
