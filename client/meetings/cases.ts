import { useMemo } from 'react';
import type { Entity } from '../../schema/rows.ts';
import type { CaseUsers } from '../../sync/meetings/books.ts';
import { casesOf } from '../../sync/meetings/motions/recusal.ts';
import { useRows } from '../device/store.ts';

/** The users that a record is about, by the rows of this device. The same rows are the same function in every component. */
export const useCases = (): CaseUsers => {
  const requests = useRows('request');
  const violations = useRows('violation');
  const accounts = useRows('account');
  const users = useRows('user');
  return useMemo(() => shared([requests, violations, accounts, users]), [requests, violations, accounts, users]);
};

type Tables = [Table<'request'>, Table<'violation'>, Table<'account'>, Table<'user'>];
type Table<E extends Entity> = ReturnType<typeof useRows<E>>;

let newest: { tables: Tables; cases: CaseUsers } | undefined;

const shared = (tables: Tables): CaseUsers => {
  const isSame = newest?.tables.every((table, at) => table === tables[at]);
  if (!isSame || !newest) newest = { tables, cases: casesBy(tables) };
  return newest.cases;
};

const casesBy = ([requests, violations, accounts, users]: Tables): CaseUsers =>
  casesOf({
    requests: (id) => requests.get(id),
    violations: (id) => violations.get(id),
    accounts: (id) => accounts.get(id),
    users: users.all,
  });
