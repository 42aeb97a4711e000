import type Stripe from 'stripe';
import { blankAccount, NO_PROFILE, requirementsOf } from './account-blank.ts';
import { type AccountInput, createShape, updateShape } from './account-shapes.ts';
import { endpoint } from './endpoint.ts';
import { invalid } from './errors.ts';
import { emit } from './events.ts';
import { newId, randomText } from './ids.ts';
import { page } from './lists.ts';
import { merged, paging } from './params.ts';
import { find, type World } from './world.ts';

/** https://docs.stripe.com/api/accounts */
export const accountEndpoints = [
  endpoint('POST /v1/accounts', createShape, ({ world, input }) => {
    if (!input.type && !input.controller) throw invalid('Missing required param: type.', 'type', 'parameter_missing');
    return newAccount(world, input);
  }),
  endpoint('GET /v1/accounts', paging, ({ world, input, url }) => page(world.store.all('accounts'), input, url)),
  endpoint('GET /v1/accounts/:id', {}, ({ world, id }) => find(world, 'accounts', id)),
  endpoint('POST /v1/accounts/:id', updateShape, ({ world, input, id }) => {
    const row = find(world, 'accounts', id);
    return changeAccount(world, row, laid(row, input));
  }),
  endpoint('DELETE /v1/accounts/:id', {}, ({ world, id }) => {
    find(world, 'accounts', id);
    world.store.remove('accounts', id);
    return world.store.put('tombs', { id, object: 'account', deleted: true });
  }),
  endpoint('POST /v1/accounts/:id/login_links', {}, ({ world, id }): Stripe.LoginLink => {
    const row = find(world, 'accounts', id);
    if (!row.details_submitted)
      throw invalid('Cannot create a login link for an account that has not completed onboarding.');
    return {
      object: 'login_link',
      created: world.clock.now(),
      url: `${world.baseUrl}/express/${id}/${randomText(12)}`,
    };
  }),
];

/** Makes a connected account that still has everything to tell. */
export const newAccount = (
  world: World,
  input: AccountInput,
  id = newId('acct_1', 16).replace('acct_1_', 'acct_1'),
): Stripe.Account => {
  const { country = 'US' } = input;
  if (country !== 'US') throw invalid(`${country} is not supported by this emulator.`, 'country');
  const blank = blankAccount(id, input, world.clock.now());
  const { type: _, controller: __, country: ___, ...fields } = input;
  return world.store.put('accounts', laid(blank, fields));
};

/** Stores a changed account and tells of it as a Connect event: https://docs.stripe.com/connect/webhooks */
export const changeAccount = (world: World, old: Stripe.Account, changes: Partial<Stripe.Account>): Stripe.Account => {
  const row = world.store.put('accounts', { ...old, ...changes });
  const previous = Object.fromEntries(
    Object.entries(old).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(row[key as keyof Stripe.Account]),
    ),
  );
  if (Object.keys(previous).length > 0) emit(world, 'account.updated', row, { previous, account: row.id });
  return row;
};

/** An account's flags, as they follow from what is still due. */
export const standing = (row: Stripe.Account, due: string[]): Partial<Stripe.Account> => {
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
    metadata: merged(old.metadata ?? {}, metadata),
  };
  row.capabilities = { ...old.capabilities };
  for (const [name, asked] of Object.entries(capabilities ?? {})) {
    if (asked?.requested) row.capabilities[name as 'transfers'] ??= 'inactive';
    else delete row.capabilities[name as 'transfers'];
  }
  return { ...row, ...standing(row, old.requirements?.currently_due ?? []) };
};
