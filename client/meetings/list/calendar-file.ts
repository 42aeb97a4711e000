import type { Meeting } from '../../../schema/tables/meetings.ts';
import { useRows } from '../../device/store.ts';
import { download } from '../../files/csv.ts';
import { toast } from '../../ui/toast.tsx';

/** Downloads the meeting as a calendar file, made on the device: the same bytes as those of the server. */
export const useCalendarFile = (meeting: Meeting): (() => Promise<void>) => {
  const hoa = useRows('hoa').all[0];
  return async () => {
    if (!hoa) return;
    try {
      const { icsName, icsOf } = await import('../../../sync/meetings/notice/meeting-ics.ts');
      download(icsName(meeting, hoa), icsOf(meeting, hoa), 'text/calendar;charset=utf-8');
    } catch {
      void toast('The calendar file could not be made. Please try again.', 'error');
    }
  };
};
