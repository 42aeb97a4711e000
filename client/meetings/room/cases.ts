import { useMemo } from 'react';
import { type CaseUsers, casesOf } from '../../../sync/meetings/recusal.ts';
import { useRows } from '../../store.ts';

/** Whose case a record is, by the rows of this device. */
export const useCases = (): CaseUsers => {
  const requests = useRows('request');
  const violations = useRows('violation');
  const accounts = useRows('account');
  const users = useRows('user');
  return useMemo(
    () =>
      casesOf({
        requests: (id) => requests.get(id),
        violations: (id) => violations.get(id),
        accounts: (id) => accounts.get(id),
        users: users.all,
      }),
    [requests, violations, accounts, users],
  );
};
