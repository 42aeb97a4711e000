import * as z from 'zod/mini';
import { line } from './inputs.ts';

/** The rights that a token may have, by feature. */
export const TOKEN_FEATURES = [
  'announcements',
  'requests',
  'violations',
  'documents',
  'dues',
  'invoices',
  'accounts',
  'meetings',
  'people',
] as const;
/** Features that can only be read. */
export const READ_ONLY_FEATURES = ['dashboard', 'activity'] as const;

export type Scope =
  | `${(typeof TOKEN_FEATURES)[number]}:${'read' | 'write'}`
  | `${(typeof READ_ONLY_FEATURES)[number]}:read`;
/** `read` and `write` stand for those of every feature, also of later ones; to write is to read, too. */
export type GrantedScope = Scope | 'read' | 'write';

export const SCOPES: readonly GrantedScope[] = [
  'read',
  'write',
  ...TOKEN_FEATURES.flatMap((feature) => [`${feature}:read`, `${feature}:write`] as const),
  ...READ_ONLY_FEATURES.map((feature) => `${feature}:read` as const),
];

/** True if what was granted covers what a call needs. */
export const covers = (granted: readonly string[], needed: Scope): boolean => {
  const [feature, access] = needed.split(':');
  const enough = access === 'read' ? ['read', 'write'] : ['write'];
  return enough.some((one) => granted.includes(one) || granted.includes(`${feature}:${one}`));
};

export const TOKEN_NAME_LIMIT = 80;
export const TOKENS_PER_HOA = 50;
/** Days until a token expires. */
export const TOKEN_DAYS = [7, 30, 90, 365] as const;
/** Secret scanners know leaked tokens by it. */
export const TOKEN_PREFIX = 'plt_';
/** Calls of one token in a minute. */
export const TOKEN_CALLS_PER_MINUTE = 120;

const SCOPE_MISSING = 'Please choose what the token may do';
export const tokenInput = z.object({
  name: line('Please name the token', TOKEN_NAME_LIMIT),
  scopes: z
    .array(z.enum(SCOPES as readonly [GrantedScope, ...GrantedScope[]], { error: 'Unknown scope' }), {
      error: SCOPE_MISSING,
    })
    .check(z.minLength(1, SCOPE_MISSING), z.maxLength(SCOPES.length)),
  days: z._default(z.literal(TOKEN_DAYS, { error: 'Please choose when it expires' }), 90),
});
