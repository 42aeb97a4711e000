import type Stripe from 'stripe';
import { type Context, find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { invalidRequest, noAccess } from '../core/errors.ts';
import { emit } from '../core/events.ts';
import { newId, randomText } from '../core/ids.ts';
import { page } from '../core/lists.ts';
import { mergeMetadata, paging } from '../core/params.ts';
import { type AccountInput, createShape, updateShape } from './account-shapes.ts';
import { defaultAccount, NO_PROFILE, requirementsOf } from './default-account.ts';

/** https://docs.stripe.com/api/accounts */
export const accountEndpoints = [
  endpoint('POST /v1/accounts', createShape, ({ ctx, input }) => {
    if (!input.type && !input.controller)
      throw invalidRequest('Missing required param: type.', 'type', 'parameter_missing');
    return newAccount(ctx, input);
  }),
  endpoint('GET /v1/accounts', paging, ({ ctx, input, url }) => page(ctx.store.all('accounts'), input, url)),
  endpoint('GET /v1/accounts/:id', {}, ({ ctx, id }) => {
    if (ctx.store.get('deleted', id)) throw noAccess(id);
    return find(ctx, 'accounts', id);
  }),
  endpoint('POST /v1/accounts/:id', updateShape, ({ ctx, input, id }) => {
    const row = find(ctx, 'accounts', id);
    return updateAccount(ctx, row, laid(row, input));
  }),
  endpoint('DELETE /v1/accounts/:id', {}, ({ ctx, id }) => {
    find(ctx, 'accounts', id);
    ctx.store.remove('accounts', id);
    return ctx.store.put('deleted', { id, object: 'account', deleted: true });
  }),
  endpoint('POST /v1/accounts/:id/login_links', {}, ({ ctx, id }): Stripe.LoginLink => {
    const row = find(ctx, 'accounts', id);
    if (!row.details_submitted)
      throw invalidRequest('Cannot create a login link for an account that has not completed onboarding.');
    return {
      object: 'login_link',
      created: ctx.clock.now(),
      url: `${ctx.baseUrl}/express/${id}/${randomText(12)}`,
    };
  }),
];

export const newAccount = (
  ctx: Context,
  input: AccountInput,
  id = newId('acct_1', 16).replace('acct_1_', 'acct_1'),
): Stripe.Account => {
  const { country = 'US' } = input;
  if (country !== 'US') throw invalidRequest(`${country} is not supported by this emulator.`, 'country');
  const blank = defaultAccount(id, input, ctx.clock.now());
  const { type: _, controller: __, country: ___, ...fields } = input;
  return ctx.store.put('accounts', laid(blank, fields));
};

/** Stores a changed account and emits a Connect event: https://docs.stripe.com/connect/webhooks */
export const updateAccount = (ctx: Context, old: Stripe.Account, changes: Partial<Stripe.Account>): Stripe.Account => {
  const row = ctx.store.put('accounts', { ...old, ...changes });
  const previous = Object.fromEntries(
    Object.entries(old).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(row[key as keyof Stripe.Account]),
    ),
  );
  if (Object.keys(previous).length > 0) emit(ctx, 'account.updated', row, { previous, account: row.id });
  return row;
};

/** The account leaves the platform, whose key opens it no longer: https://docs.stripe.com/connect/webhooks */
export const deauthorize = (ctx: Context, id: string): object => {
  find(ctx, 'accounts', id);
  ctx.store.remove('accounts', id);
  ctx.store.put('deleted', { id, object: 'account', deleted: true });
  const application = { id: 'ca_emulator', object: 'application', name: 'Porchlight' };
  emit(ctx, 'account.application.deauthorized', application, { account: id });
  return application;
};

export const accountStatus = (row: Stripe.Account, due: string[]): Partial<Stripe.Account> => {
  const complete = due.length === 0 && row.details_submitted;
  const capabilities = Object.fromEntries(
    Object.keys(row.capabilities ?? {}).map((name) => [name, complete ? 'active' : 'inactive']),
  ) as Stripe.Account.Capabilities;
  return {
    capabilities,
    charges_enabled: complete && capabilities.card_payments === 'active',
    payouts_enabled: complete,
    requirements: requirementsOf(due),
  };
};

const laid = (old: Stripe.Account, input: Omit<AccountInput, 'type' | 'controller' | 'country'>): Stripe.Account => {
  const { capabilities, metadata, business_profile, company, settings: _, ...fields } = input;
  const row: Stripe.Account = {
    ...old,
    ...fields,
    business_profile: { ...NO_PROFILE, ...old.business_profile, ...business_profile },
    company: { ...old.company, ...company },
    metadata: mergeMetadata(old.metadata ?? {}, metadata),
  };
  row.capabilities = { ...old.capabilities };
  for (const [name, asked] of Object.entries(capabilities ?? {})) {
    if (asked?.requested) row.capabilities[name as 'transfers'] ??= 'inactive';
    else delete row.capabilities[name as 'transfers'];
  }
  return { ...row, ...accountStatus(row, old.requirements?.currently_due ?? []) };
};
