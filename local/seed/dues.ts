import { addDays, addMonths } from '../../schema/dates.ts';
import { MONTHS_BETWEEN } from '../../schema/dues.ts';
import { dues } from '../../schema/tables/dues.ts';
import { type Invoice, invoices } from '../../schema/tables/invoices.ts';
import type { User } from '../../schema/tables/users.ts';
import type { Community } from './community.ts';
import type { DueData, Outcome } from './hoa-data.ts';
import { addPayments } from './payments.ts';

export const addDues = (community: Community): void => {
  for (const data of community.data.dues) addDue(community, data);
};

const addDue = (community: Community, data: DueData) => {
  const { rows, clock, hoa_id } = community;
  const by = community.person(data.by);
  const anchor_date = anchorOf(clock.today, data.anchor);
  const periods = sentPeriods(anchor_date, MONTHS_BETWEEN[data.frequency], clock.today);
  const recipients = recipientsOf(community, data);
  const step = MONTHS_BETWEEN[data.frequency];
  const send_date = step === 0 && periods.length > 0 ? null : addMonths(anchor_date, step * periods.length);
  const due_id = community.id(`due/${data.key}`);
  rows.add(dues, {
    id: due_id,
    hoa_id,
    title: data.title,
    frequency: data.frequency,
    recipients: recipients.map((user) => user.id),
    amount_cents: data.amount,
    reason: data.reason,
    description: data.description ?? null,
    anchor_date,
    periods_sent: periods.length,
    send_date,
    due_date: send_date && addDays(send_date, data.offset),
    due_date_offset: data.offset,
    status: data.status,
    fund: data.fund ?? 'operating',
    category: data.category ?? null,
    created_by: by.id,
    created_by_name: by.name,
    created_at: createdBefore(community, anchor_date),
  });
  periods.reverse().forEach((period, age) => {
    const sent = sentOn(community, period);
    for (const user of recipients.filter((user) => user.created_at <= sent))
      addInvoice(community, data, due_id, user, period, age);
  });
};

const anchorOf = (today: string, anchor: DueData['anchor']) =>
  'days' in anchor
    ? addDays(today, anchor.days)
    : addDays(addMonths(`${today.slice(0, 8)}01`, anchor.months), anchor.day - 1);

const sentPeriods = (anchor: string, step: number, today: string): string[] => {
  const periods: string[] = [];
  for (let n = 0; n === 0 || step > 0; n++) {
    const date = addMonths(anchor, step * n);
    if (date > today) break;
    periods.push(date);
  }
  return periods;
};

const recipientsOf = ({ people, person }: Community, data: DueData): User[] =>
  data.to === 'residents'
    ? [...people.values()].filter((user) => user.status === 'active' && !user.deleted_at && user.address_id)
    : data.to.map(person);

const createdBefore = ({ clock }: Community, day: string) =>
  `${addDays(day < clock.today ? day : clock.today, -2)}T18:30:00.000Z`;

/** `age` counts periods back from the newest, which is 0. */
const addInvoice = (community: Community, data: DueData, due_id: string, user: User, period: string, age: number) => {
  const label = `invoice/${data.key}/${user.id}/${age}`;
  const outcome = outcomeOf(community, data, user, label, period, age);
  const sent = sentOn(community, period);
  const status = STATUS_OF[outcome];
  const settled_at = status === 'pending' ? null : community.clock.after(sent, 1)[0]!;
  const invoice = {
    id: community.id(label),
    hoa_id: community.hoa_id,
    due_id,
    recipient_id: user.id,
    period,
    title: data.title,
    description: data.description ?? null,
    amount_cents: data.amount,
    status,
    sent,
    due_date: addDays(period, data.offset),
    account_id: null,
    paid_cents: 0,
    paid_at: status === 'paid' ? settled_at : null,
    canceled_at: status === 'canceled' ? settled_at : null,
    checkout_session_id: null,
  };
  community.rows.add(invoices, invoice);
  addPayments(community, invoice, outcome, label);
};

const STATUS_OF = {
  paid: 'paid',
  outside: 'paid',
  pending: 'pending',
  declined: 'pending',
  abandoned: 'pending',
  transfer: 'pending',
  canceled: 'canceled',
  refunded: 'canceled',
  disputed: 'pending',
  won: 'paid',
  lost: 'pending',
} as const satisfies Record<Outcome, Invoice['status']>;

/** Within which a bank transfer arrives or fails. */
const TRANSFER_DAYS = 7;

const outcomeOf = (
  community: Community,
  data: DueData,
  user: User,
  label: string,
  period: string,
  age: number,
): Outcome => {
  const given = Object.entries(data.outcomes ?? {}).find(([key]) => community.person(key).id === user.id)?.[1][age];
  if (given) return given;
  const random = community.random(label);
  if (random.next() < (age === 0 ? 0.6 : age === 1 ? 0.94 : 0.99)) return random.next() < 0.08 ? 'outside' : 'paid';
  const outcome = random.pick(['pending', 'pending', 'declined', 'abandoned', 'transfer'] as const);
  return outcome === 'transfer' && addDays(period, TRANSFER_DAYS) < community.clock.today ? 'declined' : outcome;
};

const sentOn = ({ clock }: Community, period: string) => {
  const morning = `${period}T15:00:00.000Z`;
  const latest = clock.ago(0);
  return morning < latest ? morning : latest;
};
