import { type Ageing, ageingOf, isOnPlan, oldestDueOf, owesFeesOnly, totalAgeing } from '../../sync/ledger/ageing.ts';
import { type CollectionMonth, sumMonths } from '../../sync/ledger/collections.ts';
import { delinquencyOf } from '../../sync/ledger/delinquency.ts';
import { ageingList, delinquencyList } from '../../sync/ledger/report-lists.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { AgeingReportBody, CollectionsReportBody, DelinquencyReportBody } from '../shapes/reports.ts';
import { type Asked, accountPage, type FiguredAccount, readFigures } from './account-figures.ts';

type Reader = Pick<Deps, 'db' | 'now'>;

/** The rows of each report as of a day, by the same fold and in the same lists as on devices. */
export const readAgeing = async (deps: Reader, viewer: Actor, asked: Asked) => {
  const { as_of, accounts } = await readFigures(deps, viewer, asked, accountPage(viewer));
  const rows = accounts.map((account) => {
    const { figures } = account;
    return {
      ...reported(account),
      ...ageingOf(figures, as_of),
      open: figures.open,
      oldest_due_on: oldestDueOf(figures),
    };
  });
  return { as_of, rows: ageingList.rows(rows, {}) };
};

export const readDelinquency = async (deps: Reader, viewer: Actor, asked: Asked) => {
  const { as_of, accounts } = await readFigures(deps, viewer, asked, accountPage(viewer));
  const rows = accounts.flatMap((account) => {
    const { figures } = account;
    const books = { fold: figures, ageing: ageingOf(figures, as_of), lastPayment: () => figures.last_payment };
    const delinquency = delinquencyOf(books, as_of);
    return delinquency ? [{ ...reported(account), open: figures.open, ...delinquency }] : [];
  });
  return { as_of, rows: delinquencyList.rows(rows, {}) };
};

export const readCollections = async (
  deps: Reader,
  viewer: Actor,
  { months, ...asked }: { as_of?: string | undefined; months: number },
) => {
  const { as_of, accounts } = await readFigures(deps, viewer, asked, accountPage(viewer), { months: true });
  const parts = accounts.flatMap((account) => account.months);
  return { as_of, months: sumMonths(parts, { as_of, months }) };
};

const reported = ({ account: { id, status }, home, holders, payer, name, text }: FiguredAccount) => ({
  ...{ id, status, home, holders, payer, name, text },
});

const headOf = ({ id, home, holders, status }: ReturnType<typeof reported>) => ({
  account_id: id,
  home,
  holders,
  status,
});

const ageingBody = (ageing: Ageing): AgeingReportBody['totals'] => ({
  currentCents: ageing.current,
  days1To30Cents: ageing.days_1_30,
  days31To60Cents: ageing.days_31_60,
  days61To90Cents: ageing.days_61_90,
  over90Cents: ageing.over_90,
  creditCents: ageing.credit,
  balanceCents: ageing.balance,
});

export const ageingReportBody = ({ as_of, rows }: Awaited<ReturnType<typeof readAgeing>>): AgeingReportBody => ({
  as_of,
  rows: rows.map((row) => ({
    ...headOf(row),
    ...ageingBody(row),
    oldestDueOn: row.oldest_due_on,
    onPlan: isOnPlan(row),
    feesOnly: owesFeesOnly(row),
  })),
  totals: ageingBody(totalAgeing(rows)),
});

export const delinquencyReportBody = ({
  as_of,
  rows,
}: Awaited<ReturnType<typeof readDelinquency>>): DelinquencyReportBody => {
  const sum = (field: 'delinquent_cents' | 'overdue_cents' | 'balance_cents') =>
    rows.reduce((total, row) => total + row[field], 0);
  return {
    as_of,
    rows: rows.map((row) => ({
      ...headOf(row),
      over30Cents: row.delinquent_cents,
      overdueCents: row.overdue_cents,
      balanceCents: row.balance_cents,
      oldestDueOn: row.oldest_due_on,
      lastPayment: row.last_payment && {
        on: row.last_payment.effective_on,
        amountCents: -row.last_payment.amount_cents,
      },
      onPlan: isOnPlan(row),
    })),
    totals: {
      accounts: rows.length,
      over30Cents: sum('delinquent_cents'),
      overdueCents: sum('overdue_cents'),
      balanceCents: sum('balance_cents'),
    },
  };
};

export const collectionsReportBody = ({
  as_of,
  months,
}: Awaited<ReturnType<typeof readCollections>>): CollectionsReportBody => ({ as_of, rows: months.map(monthBody) });

const monthBody = (month: CollectionMonth) => ({
  month: month.month,
  chargedCents: month.charged_cents,
  collectedCents: month.collected_cents,
  byMethod: month.by_method,
  returnedCents: month.returned_cents,
  refundedCents: month.refunded_cents,
  waivedCents: month.waived_cents,
  writtenOffCents: month.written_off_cents,
  creditedCents: month.credited_cents,
  dueCents: month.due_cents,
  coveredCents: month.covered_cents,
});
