import { useMemo } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { type RecordGroup, recordsToAdd } from '../../../sync/meetings/agenda/agenda-records.ts';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';

/** Records that await the board and are not on the meeting's agenda, by kind. */
export const useRecordsToAdd = (meeting: Meeting): readonly RecordGroup[] => {
  const requests = useRows('request');
  const violations = useRows('violation');
  const invoices = useRows('invoice');
  const accounts = useRows('account');
  const users = useRows('user');
  const meetings = useRows('meeting');
  const actionItems = useRows('actionItem');
  const motions = useRows('motion');
  const items = useRows('agendaItem');
  const facts = useRows('meetingFact');
  const hoa = useRows('hoa').all[0];
  const today = useHoaToday();
  return useMemo(
    () =>
      recordsToAdd(
        {
          requests: requests.all,
          violations: violations.all,
          invoices: invoices.by('status', 'pending'),
          accounts: accounts.all,
          users: users.all,
          meetings: meetings.all,
          actionItems: actionItems.all,
          motions: motions.all,
          items: items.all,
          facts: facts.all,
        },
        { meeting, today, hoa },
      ),
    [
      requests,
      violations,
      invoices,
      accounts,
      users,
      meetings,
      actionItems,
      motions,
      items,
      facts,
      meeting,
      today,
      hoa,
    ],
  );
};
