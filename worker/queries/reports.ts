import type { Payment } from '../../schema/tables/invoices.ts';
import { todayOf } from '../../sync/dues.ts';
import { type Ageing, ageingOf, isOnPlan, oldestDueOf, owesFeesOnly, totalAgeing } from '../../sync/ledger/ageing.ts';
import { type CollectionMonth, collectionsByMonth } from '../../sync/ledger/collections.ts';
import { delinquencyOf } from '../../sync/ledger/delinquency.ts';
import type { Actor } from '../../sync/tx.ts';
import { listInWords } from '../../sync/words.ts';
import type { Deps } from '../deps.ts';
import type { AgeingReportBody, CollectionsReportBody, DelinquencyReportBody } from '../openapi/reports.ts';
import { type AccountRows, type Asked, readEveryAccount } from './accounts.ts';
import { queryOne } from './query.ts';

type Reader = Pick<Deps, 'db' | 'now'>;

/** The rows of each report as of a day, by the same fold as on devices. */
export const readAgeing = async (deps: Reader, viewer: Actor, asked: Asked) => {
  const as_of = asked.as_of ?? (await todayFor(deps, viewer));
  const rows = (await readEveryAccount(deps, viewer, { ...asked, as_of })).flatMap((account) => {
    const ageing = ageingOf(account.fold, as_of);
    const isShown = account.fold.open.length > 0 || ageing.credit > 0;
    return isShown ? [{ ...namedOf(account), account, ageing, oldest_due_on: oldestDueOf(account.fold) }] : [];
  });
  return { as_of, rows };
};

export const readDelinquency = async (deps: Reader, viewer: Actor, asked: Asked) => {
  const as_of = asked.as_of ?? (await todayFor(deps, viewer));
  const rows = (await readEveryAccount(deps, viewer, { ...asked, as_of })).flatMap((account) => {
    const { known_at } = asked;
    const entries = account.entries.filter(({ posted_at }) => known_at === undefined || posted_at <= known_at);
    const delinquency = delinquencyOf({ ...account, entries, ageing: ageingOf(account.fold, as_of) }, as_of);
    return delinquency ? [{ ...namedOf(account), account, ...delinquency }] : [];
  });
  return { as_of, rows: rows.sort((a, b) => (a.oldest_due_on < b.oldest_due_on ? -1 : 1)) };
};

export const readCollections = async (
  deps: Reader,
  viewer: Actor,
  { as_of: asked, months }: { as_of?: string | undefined; months: number },
) => {
  const as_of = asked ?? (await todayFor(deps, viewer));
  const accounts = await readEveryAccount(deps, viewer, { as_of });
  const payments = new Map<string, Payment>(accounts.flatMap((account) => [...account.payments]));
  return { as_of, months: collectionsByMonth(accounts, (id) => payments.get(id)?.method, { as_of, months }) };
};

const todayFor = async ({ db, now }: Reader, { hoa_id }: Actor): Promise<string> =>
  todayOf(await queryOne<{ time_zone: string }>(db, 'SELECT time_zone FROM hoas WHERE id = ?', [hoa_id]), now());

const namedOf = ({ account, head }: AccountRows) => {
  const place = head.address_id;
  const unit = place?.unit_number ? `, Unit ${place.unit_number}` : '';
  return {
    home: place ? `${place.street}${unit}` : '',
    holders: listInWords(head.holders.map(({ name }) => name)),
    status: account.status,
  };
};

type Named = ReturnType<typeof namedOf> & { account: AccountRows };
const headOf = ({ account, home, holders, status }: Named) => ({
  account_id: account.account.id,
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
    onPlan: isOnPlan(row.account.fold),
    feesOnly: owesFeesOnly(row.account.fold),
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
      onPlan: isOnPlan(row.account.fold),
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
