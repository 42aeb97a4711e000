import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { isBoardMeeting } from '../model.ts';
import { Line, NoRoll, ownersOf, Sheet, TABLE, votersOf } from './parts.tsx';

/** For a vote by roll call on paper, in the order of the roll. */
export const RollCallSheet = ({ books }: { books: MeetingBooks }) => {
  const units = votersOf(books);
  const isBoard = isBoardMeeting(books.meeting);
  return (
    <Sheet meeting={books.meeting} title="Roll-Call Sheet">
      <Line label="Motion" />
      <Line label="Moved by" />
      {units.length === 0 ? (
        <NoRoll />
      ) : (
        <table className={TABLE}>
          <thead>
            <tr>
              <th>{isBoard ? 'Director' : 'Unit'}</th>
              <th>{isBoard ? 'Office' : 'Owners'}</th>
              <th className="num">Weight</th>
              <th className="w-16 text-center">For</th>
              <th className="w-16 text-center">Against</th>
              <th className="w-16 text-center">Abstain</th>
            </tr>
          </thead>
          <tbody>
            {units.map((unit) => (
              <tr key={unit.id}>
                <td className="font-semibold">{unit.label}</td>
                <td>{isBoard ? unit.office : ownersOf(unit)}</td>
                <td className="num">{unit.weight}</td>
                <td />
                <td />
                <td />
              </tr>
            ))}
            <tr>
              <td className="font-semibold" colSpan={3}>
                Total
              </td>
              <td />
              <td />
              <td />
            </tr>
          </tbody>
        </table>
      )}
      <Line label="Counted by" />
    </Sheet>
  );
};
