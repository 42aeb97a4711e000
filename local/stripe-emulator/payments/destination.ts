import { type Context, find } from '../core/context.ts';
import { invalidRequest } from '../core/errors.ts';
import type { ConnectInput } from './payment-intent-shapes.ts';

/**
 * The account that the money goes to may take it: https://docs.stripe.com/connect/destination-charges
 * Throws when it does not exist or lacks a capability. `prefix` is where the parameters stand, such as payment_intent_data.
 */
export const checkDestination = (ctx: Context, { transfer_data, on_behalf_of }: ConnectInput, prefix: string): void => {
  const at = (name: string, rest = '') => (prefix ? `${prefix}[${name}]${rest}` : `${name}${rest}`);
  if (transfer_data) {
    const account = findDestination(ctx, transfer_data.destination, at('transfer_data', '[destination]'));
    if (account.capabilities?.transfers !== 'active')
      throw invalidRequest(NO_TRANSFERS, undefined, 'insufficient_capabilities_for_transfer');
  }
  if (on_behalf_of) {
    const account = find(ctx, 'accounts', on_behalf_of, at('on_behalf_of'));
    if (account.capabilities?.card_payments !== 'active' || !account.charges_enabled)
      throw invalidRequest(noCharges(account.id), at('on_behalf_of'));
  }
};

export const findDestination = (ctx: Context, id: string, param: string) => {
  const account = ctx.store.get('accounts', id);
  if (!account) throw invalidRequest(`No such destination: '${id}'`, param, 'resource_missing');
  return account;
};

const NO_TRANSFERS =
  'Your destination account needs to have at least one of the following capabilities enabled: transfers, crypto_transfers, legacy_payments';

const noCharges = (id: string) =>
  `The account ${id} must have the card_payments capability enabled to be used with on_behalf_of.`;
