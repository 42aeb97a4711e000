import type Stripe from 'stripe';
import type { Changes } from '../../schema/activity.ts';
import type { OnlinePayments } from '../../schema/disputes.ts';
import type { Effect } from '../../schema/outbox.ts';
import { expireCheckoutEffect } from '../../sync/payments/checkouts.ts';
import type { Tx } from '../../sync/tx.ts';
import { planMailEffect } from '../billing/plan-mails.ts';
import type { Deps } from '../deps.ts';
import { queryAll } from '../queries/query.ts';
import type { WebhookResult } from '../stripe/webhooks.ts';
import { type AccountStatus, disconnectAccount, readAccount, statusOf, updateAccount } from './account-store.ts';

/** Stores what Stripe says of an account. Where it no longer takes charges the superadmins are mailed and open checkouts
 * are expired; once it does again payments are on by themselves. */
export const accountChange = (
  deps: Deps,
  hoa_id: string,
  known: AccountStatus | undefined,
  account: Stripe.Account,
  requested_at: string,
): WebhookResult => ({
  hoa_id,
  recorded: recordedAs(changesOf(known, statusOf(account))),
  afterCommit: () => drainSoon(deps, hoa_id),
  statements: [updateAccount(account, requested_at)],
  run: async (tx) => {
    const stored = await readAccount(deps, hoa_id);
    if (stored?.account_id !== account.id || stored.checked_at > requested_at) return;
    if (account.charges_enabled) return setOnlinePayments(tx, 'on');
    const hoa = await tx.get('hoa', hoa_id);
    if (hoa?.online_payments !== 'on' && !stored.charges_enabled) return;
    const requirements = account.requirements?.currently_due?.length ?? 0;
    const occasion = `${account.id}/${stored.rev}`;
    await stopPayments(deps, tx, 'paused', planMailEffect('payments-paused', occasion, { requirements }));
  },
});

export const disconnection = (deps: Deps, hoa_id: string, account_id: string): WebhookResult => ({
  hoa_id,
  recorded: recordedAs({ connected: [true, false] }),
  afterCommit: () => drainSoon(deps, hoa_id),
  statements: [disconnectAccount(account_id, deps.now().toISOString())],
  run: (tx) => stopPayments(deps, tx, 'disconnected', planMailEffect('payments-disconnected', account_id, {})),
});

export const ACCOUNT = { entity: 'payoutAccount', entity_id: null, title: 'Payment account' } as const;

const recordedAs = (changes: Changes) =>
  ({
    action: 'updatePayoutAccount',
    ...(Object.keys(changes).length > 0 && { about: { ...ACCOUNT, changes } }),
  }) as const;

const SHOWN = ['details_submitted', 'charges_enabled', 'payouts_enabled'] as const;

export const changesOf = (known: AccountStatus | undefined, now: AccountStatus): Changes =>
  Object.fromEntries(
    SHOWN.filter((name) => Boolean(known?.[name]) !== now[name]).map((name) => [
      name,
      [known ? Boolean(known[name]) : null, now[name]],
    ]),
  );

const drainSoon = (deps: Deps, hoa_id: string) => deps.waitUntil(deps.drainLater(hoa_id, deps.now()));

const stopPayments = async (deps: Deps, tx: Tx, state: OnlinePayments, mail: Effect<'mailPlan'>): Promise<void> => {
  if ((await tx.get('hoa', tx.actor.hoa_id))?.online_payments === state) return;
  await setOnlinePayments(tx, state);
  tx.after(mail);
  for (const session of await openSessions(deps, tx.actor.hoa_id)) tx.after(expireCheckoutEffect(session));
};

const setOnlinePayments = async (tx: Tx, online_payments: OnlinePayments): Promise<void> => {
  const hoa = await tx.get('hoa', tx.actor.hoa_id);
  if (hoa && hoa.online_payments !== online_payments) await tx.put('hoa', { ...hoa, online_payments });
};

const openSessions = async ({ db }: Deps, hoa_id: string): Promise<string[]> => {
  const sql = `SELECT session_id AS id FROM checkouts WHERE status = 'open' AND hoa_id = ?1
    UNION SELECT checkout_session_id FROM invoices WHERE checkout_session_id IS NOT NULL AND hoa_id = ?1`;
  return (await queryAll<{ id: string }>(db, sql, [hoa_id])).map(({ id }) => id);
};
