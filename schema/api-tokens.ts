import * as z from 'zod/mini';
import { line } from './inputs.ts';

/** The features that a token may have rights of, as people read them. */
const WRITABLE = {
  announcements: 'Announcements',
  requests: 'Requests',
  violations: 'Violations',
  documents: 'Documents',
  dues: 'Dues',
  invoices: 'Invoices and payments',
  accounts: 'Accounts and payments recorded by the board',
  meetings: 'Meetings',
  people: 'People and addresses',
  association: 'Name, address and time zone of the association',
};
const READABLE = { dashboard: 'Dashboard figures', activity: 'Activity', events: 'Events, to follow changes' };
type Writable = keyof typeof WRITABLE;
type Readable = keyof typeof READABLE;

export const TOKEN_FEATURES = { ...WRITABLE, ...READABLE };
export const isWritable = (feature: Writable | Readable): feature is Writable => feature in WRITABLE;

export type Scope = `${Writable}:${'read' | 'write'}` | `${Readable}:read`;
/** `read` and `write` stand for those of every feature, also of later ones; to write is to read, too. */
export type GrantedScope = Scope | 'read' | 'write';

export const SCOPES: readonly GrantedScope[] = [
  'read',
  'write',
  ...Object.keys(WRITABLE).flatMap((feature) => [`${feature}:read`, `${feature}:write`] as Scope[]),
  ...Object.keys(READABLE).map((feature) => `${feature}:read` as Scope),
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

const SCOPE_MISSING = 'Please choose what the token can do';
export const tokenInput = z.object({
  name: line('Please enter a name for the token', TOKEN_NAME_LIMIT),
  scopes: z
    .array(z.enum(SCOPES as readonly [GrantedScope, ...GrantedScope[]], { error: 'Unknown scope' }), {
      error: SCOPE_MISSING,
    })
    .check(z.minLength(1, SCOPE_MISSING), z.maxLength(SCOPES.length)),
  days: z._default(z.literal(TOKEN_DAYS, { error: 'Please choose when it expires' }), 90),
});
