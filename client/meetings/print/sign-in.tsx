import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { keyOf } from '../../../sync/meetings/notice/notice.ts';
import { useUser } from '../../device/session.ts';
import { QrImage } from '../../ui/qr-image.tsx';
import { codeText } from '../desk/code.ts';
import { Boxes, NoRoll, ownersOf, Sheet, TABLE, votersOf } from './parts.tsx';

/** Signed on arrival; what it says is entered at a desk later, with its times. */
export const SignInSheet = ({ books }: { books: MeetingBooks }) => {
  const { hoa_id } = useUser();
  const units = votersOf(books);
  return (
    <Sheet meeting={books.meeting} title="Sign-In Sheet">
      {units.length === 0 ? (
        <NoRoll />
      ) : (
        <table className={TABLE}>
          <thead>
            <tr>
              <th>Code</th>
              <th>Unit</th>
              <th>Owners</th>
              <th className="num">Weight</th>
              <th>Way</th>
              <th className="w-16">Time</th>
              <th className="w-2/7">Signature</th>
            </tr>
          </thead>
          <tbody>
            {units.map((unit) => (
              <tr key={unit.id}>
                <td>
                  <QrImage
                    text={codeText({
                      hoa_id: hoa_id ?? '',
                      meeting_id: books.meeting.id,
                      of: keyOf(unit.id),
                    })}
                    label={`Check-in code of ${unit.label}`}
                    className="size-[18mm]"
                  />
                </td>
                <td className="font-semibold">{unit.label}</td>
                <td>{ownersOf(unit)}</td>
                <td className="num">{unit.weight}</td>
                <td>
                  <Boxes labels={['In person', 'Remote', 'By proxy']} />
                </td>
                <td />
                <td />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Sheet>
  );
};
