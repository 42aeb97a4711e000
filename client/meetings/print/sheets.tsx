import type { ReactNode } from 'react';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { keyOf } from '../../../sync/meetings/notice/notice.ts';
import { useUser } from '../../device/session.ts';
import { QrImage } from '../../ui/qr-image.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { CarriedUnder, useCarried } from '../agenda/carried.tsx';
import { codeText } from '../desk/code.ts';
import { byPosition, isBoardMeeting } from '../model.ts';
import { Boxes, Line, NoRoll, ownersOf, Sheet, TABLE, votersOf } from './parts.tsx';

/** A table of those who may vote. */
const VoterTable = ({ books, head, last, row }: TableProps) => {
  const units = votersOf(books);
  if (units.length === 0) return <NoRoll />;
  return (
    <table className={TABLE}>
      <thead>
        <tr>{head}</tr>
      </thead>
      <tbody>
        {units.map((unit) => (
          <tr key={unit.id}>{row(unit)}</tr>
        ))}
        {last}
      </tbody>
    </table>
  );
};

type TableProps = { books: MeetingBooks; head: ReactNode; last?: ReactNode; row: (unit: RollUnit) => ReactNode };

/** Signed on arrival; what it says is entered at a desk later, with its times. */
export const SignInSheet = ({ books }: { books: MeetingBooks }) => (
  <Sheet meeting={books.meeting} title="Sign-In Sheet">
    <VoterTable
      books={books}
      head={
        <>
          <th>Code</th>
          <th>Unit</th>
          <th>Owners</th>
          <th className="num">Weight</th>
          <th>Attends</th>
          <th className="w-16">Time</th>
          <th className="w-2/7">Signature</th>
        </>
      }
      row={(unit) => (
        <>
          <td>
            <CheckInCode meeting_id={books.meeting.id} unit={unit} />
          </td>
          <td className="font-semibold">{unit.label}</td>
          <td>{ownersOf(unit)}</td>
          <td className="num">{unit.weight}</td>
          <td>
            <Boxes labels={['In person', 'Remote', 'By proxy']} />
          </td>
          <td />
          <td />
        </>
      )}
    />
  </Sheet>
);

const CheckInCode = ({ meeting_id, unit }: { meeting_id: string; unit: RollUnit }) => {
  const { hoa_id } = useUser();
  return (
    <QrImage
      text={codeText({ hoa_id: hoa_id ?? '', meeting_id, of: keyOf(unit.id) })}
      label={`Check-in code of ${unit.label}`}
      className="size-[18mm]"
    />
  );
};

/** The sheet of a vote by roll call on paper, in the order of the roll. */
export const RollCallSheet = ({ books }: { books: MeetingBooks }) => {
  const isBoard = isBoardMeeting(books.meeting);
  return (
    <Sheet meeting={books.meeting} title="Roll-Call Sheet">
      <Line label="Motion" />
      <Line label="Moved by" />
      <VoterTable
        books={books}
        head={
          <>
            <th>{isBoard ? 'Director' : 'Unit'}</th>
            <th>{isBoard ? 'Office' : 'Owners'}</th>
            <th className="num">Weight</th>
            <th className="w-16 text-center">For</th>
            <th className="w-16 text-center">Against</th>
            <th className="w-16 text-center">Abstain</th>
          </>
        }
        row={(unit) => (
          <>
            <td className="font-semibold">{unit.label}</td>
            <td>{isBoard ? unit.office : ownersOf(unit)}</td>
            <td className="num">{unit.weight}</td>
            <ToFill />
          </>
        )}
        last={
          <tr>
            <td className="font-semibold" colSpan={3}>
              Total
            </td>
            <ToFill />
          </tr>
        }
      />
      <Line label="Counted by" />
    </Sheet>
  );
};

const ToFill = () => (
  <>
    <td />
    <td />
    <td />
  </>
);

/** `isPublic` leaves out what is executive. */
export const AgendaSheet = ({ books, isPublic }: { books: MeetingBooks; isPublic: boolean }) => {
  const items = books.items
    .filter(({ removed_at, executive }) => !removed_at && !(isPublic && executive))
    .toSorted(byPosition);
  const carried = useCarried(books.meeting, items, isPublic);
  return (
    <Sheet meeting={books.meeting} title={isPublic ? 'Agenda' : 'Agenda of the Board'}>
      <ol className="grid gap-3">
        {items.map((item, at) => (
          <li key={item.id} className="break-inside-avoid border-line border-t pt-2">
            <h3 className="flex justify-between gap-4 font-semibold">
              <span>
                {at + 1}. {item.title}
                {item.executive && ' (executive session)'}
              </span>
              {item.minutes !== null && <span className="num whitespace-nowrap font-normal">{item.minutes} min</span>}
            </h3>
            {item.presenter && <p>{item.presenter}</p>}
            {item.description && <RichText html={item.description} />}
            {item.proposal && (
              <div>
                <b className="font-semibold">Proposed:</b>
                <RichText html={item.proposal} />
              </div>
            )}
            <CarriedUnder carried={carried} item_id={item.id} />
          </li>
        ))}
      </ol>
      <CarriedUnder carried={carried} item_id={null} />
      {isPublic && books.meeting.exec_summary && <p>Executive session: {books.meeting.exec_summary}</p>}
    </Sheet>
  );
};
