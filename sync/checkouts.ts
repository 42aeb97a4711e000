import type { Effect } from '../schema/outbox.ts';
import { outboxKeys } from './outbox-keys.ts';

export const expireCheckoutEffect = (session: string): Effect<'expireCheckout'> => ({
  kind: 'expireCheckout',
  key: outboxKeys.expireCheckout(session),
  payload: { session },
});
