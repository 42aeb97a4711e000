import { useMemo } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { type RecordGroup, recordsToAdd } from '../../../sync/meetings/agenda/agenda-records.ts';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';

/** Records that await the board and are not on the meeting's agenda, by kind. */
export const useRecordsToAdd = (meeting: Meeting): readonly RecordGroup[] => {
  const sources = useSources();
  const hoa = useRows('hoa').all[0];
  const today = useHoaToday();
  return useMemo(() => recordsToAdd(sources, { meeting, today, hoa }), [sources, meeting, today, hoa]);
};

const useSources = () => {
  const requests = useRows('request').all;
  const violations = useRows('violation').all;
  const invoices = useRows('invoice').by('status', 'pending');
  const accounts = useRows('account').all;
  const users = useRows('user').all;
  const meetings = useRows('meeting').all;
  const actionItems = useRows('actionItem').all;
  const motions = useRows('motion').all;
  const items = useRows('agendaItem').all;
  const facts = useRows('meetingFact').all;
  return useMemo(
    () => ({ requests, violations, invoices, accounts, users, meetings, actionItems, motions, items, facts }),
    [requests, violations, invoices, accounts, users, meetings, actionItems, motions, items, facts],
  );
};
