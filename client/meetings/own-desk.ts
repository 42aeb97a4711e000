import type { FactOf, Indexed } from '../../sync/meetings/books.ts';
import { byTime } from '../../sync/meetings/facts/fact-index.ts';
import { ofKind } from '../../sync/meetings/facts/heads.ts';
import { deskOf, deviceId } from './desk-name.ts';
import type { NewFact } from './record.ts';

type DeskFact = FactOf<'desk_opened'> | FactOf<'desk_closed'>;

/** The last opening or closing of this device as a desk. */
export const lastDeskFact = (books: Indexed): DeskFact | undefined =>
  ([...ofKind(books, 'desk_opened'), ...ofKind(books, 'desk_closed')] as DeskFact[])
    .filter(({ data }) => data.device === deviceId())
    .sort(byTime)
    .at(-1);

/** True while the others wait for the entries of this device. */
export const ownOpening = (books: Indexed): boolean => lastDeskFact(books)?.kind === 'desk_opened';

/** Says that nothing more comes from this device. */
export const closing = (meeting_id: string): NewFact => ({
  kind: 'desk_closed',
  data: { desk: deskOf(meeting_id), device: deviceId() },
});
