import { type Ageing, ageingOf, isOnPlan, oldestDueOf, owesFeesOnly, totalAgeing } from '../../sync/ledger/ageing.ts';
import { type CollectionMonth, sumMonths } from '../../sync/ledger/collections.ts';
import { delinquencyOf } from '../../sync/ledger/delinquency.ts';
import type { Actor } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import type { AgeingReportBody, CollectionsReportBody, DelinquencyReportBody } from '../shapes/reports.ts';
import { type Asked, type FiguredAccount, readFigures } from './account-figures.ts';
import { visibleTo } from './sql.ts';

type Reader = Pick<Deps, 'db' | 'now'>;

/** The rows of each report as of a day, by the same fold as on devices. */
export const readAgeing = async (deps: Reader, viewer: Actor, asked: Asked) => {
  const { as_of, accounts } = await readFigures(deps, viewer, asked, visibleTo(viewer, 'account'));
  const rows = accounts.flatMap((account) => {
    const { figures } = account;
    const isShown = figures.open.length > 0 || figures.credit_cents > 0;
    const ageing = ageingOf(figures, as_of);
    return isShown ? [{ ...namedOf(account), ...figures, ageing, oldest_due_on: oldestDueOf(figures) }] : [];
  });
  return { as_of, rows };
};

export const readDelinquency = async (deps: Reader, viewer: Actor, asked: Asked) => {
  const { as_of, accounts } = await readFigures(deps, viewer, asked, visibleTo(viewer, 'account'));
  const rows = accounts.flatMap((account) => {
    const { figures } = account;
    const books = { fold: figures, ageing: ageingOf(figures, as_of), lastPayment: () => figures.last_payment };
    const delinquency = delinquencyOf(books, as_of);
    return delinquency ? [{ ...namedOf(account), open: figures.open, ...delinquency }] : [];
  });
  return { as_of, rows: rows.sort((a, b) => (a.oldest_due_on < b.oldest_due_on ? -1 : 1)) };
};

export const readCollections = async (
  deps: Reader,
  viewer: Actor,
  { months, ...asked }: { as_of?: string | undefined; months: number },
) => {
  const where = visibleTo(viewer, 'account');
  const { as_of, accounts } = await readFigures(deps, viewer, asked, where, { months: true });
  const parts = accounts.flatMap((account) => account.months);
  return { as_of, months: sumMonths(parts, { as_of, months }) };
};

const namedOf = ({ account, home, holders }: FiguredAccount) => ({
  account_id: account.id,
  home,
  holders,
  status: account.status,
});

const headOf = ({ account_id, home, holders, status }: ReturnType<typeof namedOf>) => ({
  account_id,
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
    ...ageingBody(row.ageing),
    oldestDueOn: row.oldest_due_on,
    onPlan: isOnPlan(row),
    feesOnly: owesFeesOnly(row),
  })),
  totals: ageingBody(totalAgeing(rows.map(({ ageing }) => ageing))),
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
