import { useEffect, useState } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import type { NoticeWay } from '../../../sync/meetings/notice/notice.ts';
import { api } from '../../device/api.ts';
import { useOnline } from '../../device/store.ts';
import { local } from '../../ui/local-storage.ts';
import { trueNow } from '../clock.ts';

/** When somebody of the unit read the notice in the app, and who. */
type Reader = { at: string | null; name: string | null };
type Answer = { as_of: string; readers: [unit_id: string, reader: Reader][] };
export type Readers = { of: ReadonlyMap<string, Reader>; as_of: string; isFresh: boolean };

const KEY = 'porchlight.notice-readers/';

/** Readers of the notice by unit. Devices do not hold it: the server is asked, and its last answer is kept for when there
 * is no connection. `sent_at` is of the notice. Undefined where this device has never had an answer. */
export const useReaders = (
  { id, notice_announcement_id: notice }: Meeting,
  sent_at: string | null | undefined,
): Readers | undefined => {
  const online = useOnline();
  const [last, setLast] = useState<Readers & { notice: string }>();
  useEffect(() => {
    if (notice === null || !sent_at) return;
    let isCurrent = true;
    const show = (answer: Answer | undefined, isFresh: boolean) => {
      if (isCurrent && answer) setLast({ notice, of: new Map(answer.readers), as_of: answer.as_of, isFresh });
    };
    show(read(notice), false);
    // Where the server does not answer, its last answer stays.
    if (online)
      ask(id, notice).then(
        (answer) => show(answer, true),
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [online, id, notice, sent_at]);
  return last?.notice === notice ? last : undefined;
};

type Body = { announcement_id: string | null; units: (Reader & { _id: string; way: NoticeWay })[] };

/** Undefined while the server does not know of this notice. */
const ask = async (meeting_id: string, notice: string): Promise<Answer | undefined> => {
  const { announcement_id, units } = await api<Body>(`/api/meetings/${meeting_id}/notice-proof`);
  if (announcement_id !== notice) return;
  const readers = units
    .filter(({ way }) => way === 'read')
    .map(({ _id, at, name }): Answer['readers'][number] => [_id, { at, name }]);
  const answer = { as_of: trueNow(), readers };
  local.set(KEY + notice, JSON.stringify(answer));
  return answer;
};

const read = (notice: string): Answer | undefined => {
  try {
    return (JSON.parse(local.get(KEY + notice) ?? 'null') as Answer | null) ?? undefined;
  } catch {
    return;
  }
};
