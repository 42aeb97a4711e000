import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { RichText } from '../../ui/rich-text.tsx';
import { CarriedUnder, useCarried } from '../agenda/carried.tsx';
import { byPosition } from '../model.ts';
import { Sheet } from './parts.tsx';

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
