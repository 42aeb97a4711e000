import { addDays } from '../schema/dates.ts';
import type { Effect } from '../schema/outbox.ts';
import type { Due } from '../schema/tables/dues.ts';
import type { Invoice } from '../schema/tables/invoices.ts';
import { chunksOf, MAILS_PER_CALL } from './chunks.ts';
import { canReceive, sendDateOf, todayOf } from './dues.ts';
import { notify } from './notifications.ts';
import { outboxKeys } from './outbox-keys.ts';
import type { Tx } from './tx.ts';

/** Issues one invoice per active recipient if the send date has come, and moves the due to its next period. Returns
 * true if that period may be due too. */
export const issuePeriod = async (tx: Tx, due_id: string, newId: () => string): Promise<boolean> => {
  const [due, hoa] = await Promise.all([tx.get('due', due_id), tx.get('hoa', tx.actor.hoa_id)]);
  const today = todayOf(hoa, tx.now);
  if (due?.status !== 'active' || due.send_date === null || due.send_date > today) return false;
  const period = due.send_date;
  const invoices = await newInvoices(tx, { ...due, send_date: period }, newId);
  await Promise.all([...invoices.map((invoice) => tx.put('invoice', invoice)), tx.put('due', afterPeriod(due))]);
  for (const effect of mailEffects(invoices)) tx.after(effect);
  for (const chunk of chunksOf(invoices, MAILS_PER_CALL))
    notify(tx, 'newInvoice', { entity: 'invoice', ids: chunk.map(({ id }) => id) });
  return afterPeriod(due).status === 'active';
};

const afterPeriod = (due: Due): Due => {
  const periods_sent = due.periods_sent + 1;
  const send_date = sendDateOf(due, periods_sent);
  if (send_date === null) return { ...due, periods_sent, send_date, due_date: null, status: 'inactive' };
  return { ...due, periods_sent, send_date, due_date: addDays(send_date, due.due_date_offset) };
};

/** A recipient who has an invoice of this due and period gets no second one, even if the due was moved back. */
const newInvoices = async (tx: Tx, due: Due & { send_date: string }, newId: () => string) => {
  const [users, known] = await Promise.all([
    tx.list('user', 'hoa_id', tx.actor.hoa_id),
    tx.list('invoice', 'period', due.send_date),
  ]);
  const active = new Set(users.filter(canReceive).map((user) => user.id));
  const served = new Set(known.filter(({ due_id }) => due_id === due.id).map(({ recipient_id }) => recipient_id));
  return due.recipients
    .filter((recipient_id) => active.has(recipient_id) && !served.has(recipient_id))
    .map((recipient_id) => ({
      id: newId(),
      due_id: due.id,
      recipient_id,
      period: due.send_date,
      title: due.title,
      description: due.description,
      amount_cents: due.amount_cents,
      status: 'pending' as const,
      sent: tx.now,
      due_date: addDays(due.send_date, due.due_date_offset),
      paid_at: null,
      canceled_at: null,
      checkout_session_id: null,
    }));
};

/** Keyed by the first invoice of each batch, which is new whenever a period is sent again. */
const mailEffects = (invoices: readonly Pick<Invoice, 'id'>[]): Effect<'mailInvoices'>[] =>
  chunksOf(invoices, MAILS_PER_CALL).map((chunk) => {
    const ids = chunk.map(({ id }) => id);
    return { kind: 'mailInvoices', key: outboxKeys.mailInvoices(ids[0]), payload: { ids } };
  });
