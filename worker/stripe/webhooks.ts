import type { InStatement } from '@libsql/client';
import type Stripe from 'stripe';
import type { Tx } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { transactAsSystem } from '../engine.ts';

/** What the provider's word changes at an HOA: rows by `run`, `extra` statements on tables that never sync. Both stand or
 * fall together. `run` may run again; `done` runs once, after the commit. */
export type WebhookResult = {
  hoa_id: string;
  run?(tx: Tx): Promise<void>;
  statements?: InStatement[];
  afterCommit?(): void;
};

/** Reads from the provider what an event is about as it stands now, whatever order events come in. Null for what is none
 * of ours. What it throws makes the provider send the event again. */
export type WebhookHandler = (deps: Deps, event: Stripe.Event) => Promise<WebhookResult | null>;

/** Commits news, together with further statements. */
export const applyResult = async (deps: Deps, news: WebhookResult, extra: InStatement[] = []): Promise<void> => {
  await transactAsSystem(deps, news.hoa_id, news.run ?? (async () => {}), [...(news.statements ?? []), ...extra]);
  news.afterCommit?.();
};
