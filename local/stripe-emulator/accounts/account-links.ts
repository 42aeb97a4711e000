import type Stripe from 'stripe';
import * as z from 'zod';
import { type Context, find } from '../core/context.ts';
import { endpoint } from '../core/endpoint.ts';
import { invalidRequest } from '../core/errors.ts';
import { randomText } from '../core/ids.ts';
import { type Shape, text } from '../core/params.ts';
import type { AccountLink } from '../core/state.ts';
import { accountStatus, updateAccount } from './accounts.ts';
import { fieldsFor } from './requirements.ts';

/** How long a link waits to be opened, in seconds. */
const PATIENCE = 5 * 60;

const shape = {
  account: text,
  refresh_url: text.optional(),
  return_url: text.optional(),
  type: z.enum(['account_onboarding', 'account_update']),
  collect: z.enum(['currently_due', 'eventually_due']).optional(),
  collection_options: z
    .strictObject({
      fields: z.enum(['currently_due', 'eventually_due']).optional(),
      future_requirements: z.enum(['include', 'omit']).optional(),
    })
    .optional(),
} satisfies Shape<Stripe.AccountLinkCreateParams>;

/** https://docs.stripe.com/api/account_links */
export const accountLinkEndpoints = [
  endpoint('POST /v1/account_links', shape, ({ ctx, input }): Stripe.AccountLink => {
    const { account, refresh_url, return_url, type } = input;
    find(ctx, 'accounts', account, 'account');
    if (type !== 'account_onboarding')
      throw invalidRequest('You cannot create `account_update` type Account Links for this account.', 'type');
    const link: AccountLink = {
      id: randomText(20),
      account,
      refresh_url: address(refresh_url, 'refresh_url'),
      return_url: address(return_url, 'return_url'),
      expires_at: ctx.clock.now() + PATIENCE,
      visit: null,
      drafts: {},
    };
    ctx.store.put('account_links', link);
    const url = `${ctx.baseUrl}/setup/e/${account}/${link.id}`;
    return { object: 'account_link', created: ctx.clock.now(), expires_at: link.expires_at, url };
  }),
];

/** Opens a link, which works once and for five minutes. Gives where the browser goes from here. */
export const visitLink = (ctx: Context, id: string): string | undefined => {
  const link = ctx.store.get('account_links', id);
  if (!link) return undefined;
  if (link.visit || link.expires_at < ctx.clock.now()) return link.refresh_url;
  link.visit = randomText(32);
  ctx.store.put('account_links', link);
  return `/setup/s/${link.visit}`;
};

export const linkOfVisit = (ctx: Context, visit: string) => {
  const link = ctx.store.all('account_links').find((row) => row.visit === visit);
  const account = link && ctx.store.get('accounts', link.account);
  return link && account ? { link, account } : undefined;
};

export const submitDetails = (ctx: Context, account: Stripe.Account, typed: Record<string, string>): string[] => {
  const fields = fieldsFor(account.requirements?.currently_due ?? []);
  const wrong = fields.filter(({ name, pattern }) => !pattern.test((typed[name] ?? '').trim())).map(({ name }) => name);
  if (wrong.length > 0) return wrong;
  const known: Stripe.Account = {
    ...account,
    details_submitted: true,
    business_type: account.business_type ?? 'non_profit',
    company: { ...account.company, ...(typed.company && { name: typed.company }), tax_id_provided: true },
    tos_acceptance: { date: ctx.clock.now(), ip: '127.0.0.1', user_agent: null },
  };
  updateAccount(ctx, account, { ...known, ...accountStatus(known, []) });
  return [];
};

export const saveForLater = (ctx: Context, link: AccountLink, typed: Record<string, string>): void => {
  ctx.store.put('account_links', { ...link, drafts: typed });
};

export const draftsOf = (ctx: Context, account: string): Record<string, string> =>
  ctx.store.all('account_links').find((row) => row.account === account && Object.keys(row.drafts).length > 0)?.drafts ??
  {};

const address = (url: string | undefined, param: string): string => {
  if (!url) throw invalidRequest(`Missing required param: ${param}.`, param, 'parameter_missing');
  if (!URL.canParse(url)) throw invalidRequest('Not a valid URL', param, 'url_invalid');
  return url;
};
