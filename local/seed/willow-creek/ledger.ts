import { addDays, addMonths } from '../../../schema/dates.ts';
import { type Entry, entries } from '../../../schema/tables/ledger.ts';
import { accountIdOf } from '../../../sync/accounts/entity.ts';
import { fold } from '../../../sync/ledger/fold.ts';
import { act } from '../act.ts';
import type { Community } from '../community.ts';

/** Entries of Willow Creek's ledger that its board made by hand: nobody who signs in to the demo is billed by it. */
export const addLedgerStory = async (community: Community): Promise<void> => {
  await addBoardPostings(community);
  await addChecks(community);
  await addPlan(community);
  await addRules(community);
};

const accountOf = (community: Community, key: string): string => accountIdOf(community.person(key).id, 0);
const dayAgo = ({ clock }: Community, days: number): string => addDays(clock.today, -days);

const addBoardPostings = async (community: Community): Promise<void> => {
  await act(community, 'board', 12, 'chargeAccount', {
    id: community.id('ledger/fine'),
    account_id: accountOf(community, 'priya'),
    category: 'fine',
    amount: 50,
    due_on: dayAgo(community, -3),
    memo: 'Trash cans left at the curb',
  });
  await act(community, 'board', 20, 'creditAccount', {
    id: community.id('ledger/credit'),
    account_id: accountOf(community, 'hannah'),
    amount: 25,
    reason: 'For the week without water in the laundry room',
  });
};

const PARTS = 4;
const CHECKS = [
  { key: 'nora', number: '2207', amount: 185 },
  { key: 'luis', number: '318', amount: 185 },
  { key: 'owen', number: '4471', amount: 120 },
];

/** An open deposit with three checks, a check that bounced, and cash that two people have recorded. */
const addChecks = async (community: Community): Promise<void> => {
  const deposit_id = community.id('ledger/deposit');
  await act(community, 'board', 2, 'createDeposit', {
    id: deposit_id,
    name: 'Checks from the clubhouse box',
    made_on: community.clock.today,
  });
  const record = (by: string, days: number, key: string, label: string, more: object) =>
    act(community, by, days, 'recordPayment', {
      id: community.id(`ledger/${label}`),
      account_id: accountOf(community, key),
      received_on: dayAgo(community, Math.ceil(days) + 1),
      ...more,
    });
  for (const { key, number, amount } of CHECKS)
    await record('board', 2, key, `check/${key}`, { method: 'check', reference: number, amount, deposit_id });
  await record('board', 30, 'samir', 'bounced', { method: 'check', reference: '1099', amount: 185 });
  await act(community, 'board', 24, 'returnPayment', {
    id: community.id('ledger/return'),
    payment_id: community.id('ledger/bounced'),
    returned_on: dayAgo(community, 25),
    reason: 'Insufficient funds',
    fee: false,
  });
  const cash = { method: 'cash', amount: 60, received_on: dayAgo(community, 5) };
  await record('board', 4, 'beth', 'cash/1', { ...cash, payer_name: 'Beth Lindqvist' });
  await record('dale', 3, 'beth', 'cash/2', cash);
};

/** Whoever owes most, of those who do not sign in to the demo, pays it in four parts. */
const addPlan = async (community: Community): Promise<void> => {
  const { rows, clock, person } = community;
  const signIn = ['resident', 'resident2', 'board', 'superadmin'].map((key) => person(key).id);
  const owing = [...Map.groupBy(rows.rowsOf(entries) as unknown as Entry[], ({ account_id }) => account_id)]
    .filter(([account_id]) => !signIn.some((id) => account_id.endsWith(id)))
    .map(([account_id, own]) => ({ account_id, ...fold(own, { policies: [], as_of: clock.today }) }))
    .sort((a, b) => b.overdue_cents - a.overdue_cents);
  const [most] = owing;
  if (!most || most.overdue_cents === 0) return;
  const covers = most.open.filter(({ entry }) => (entry.due_on ?? '') < clock.today);
  const cents = covers.reduce((sum, { open_cents }) => sum + open_cents, 0);
  const part = Math.floor(cents / PARTS);
  await act(community, 'superadmin', 1, 'createPlan', {
    id: community.id('ledger/plan'),
    account_id: most.account_id,
    covers: covers.map(({ entry }) => entry.id),
    instalments: Array.from({ length: PARTS }, (_, at) => ({
      due_on: addMonths(clock.today, at + 1),
      amount: (at === PARTS - 1 ? cents - part * (PARTS - 1) : part) / 100,
    })),
  });
};

/** A late fee that comes into force with the next month. */
const addRules = (community: Community): Promise<void> =>
  act(community, 'superadmin', 1, 'createPolicy', {
    id: community.id('ledger/late-fee'),
    kind: 'late_fee',
    starts_on: addMonths(`${community.clock.today.slice(0, 8)}01`, 1),
    settings: {
      enabled: true,
      grace_days: 15,
      amount: 'greater',
      flat_cents: 1000,
      percent_basis_points: 500,
      cap_cents: 5000,
      repeat: 'once',
      times: 1,
      categories: ['assessment', 'special_assessment'],
      authority: 'Declaration, section 5.4',
    },
  });
