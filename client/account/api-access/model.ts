import { type GrantedScope, TOKEN_FEATURES } from '../../../schema/api-tokens.ts';
import type { DELIVERY_STATES, WebhookEvent } from '../../../schema/webhooks.ts';

export type Token = {
  _id: string;
  name: string;
  ending: string;
  scopes: GrantedScope[];
  owner: string;
  createdAt: string;
  expiresAt: string;
  lastUsedAt: string | null;
};

/** "Everything", or "Requests, Invoices and payments (read)". */
export const scopesText = (scopes: readonly GrantedScope[]): string => {
  if (scopes.includes('write')) return 'Read and change everything';
  const named = scopes
    .filter((scope) => scope.includes(':'))
    .map((scope) => {
      const [feature, access] = scope.split(':') as [keyof typeof TOKEN_FEATURES, string];
      return `${TOKEN_FEATURES[feature]} (${access === 'write' ? 'read and change' : 'read'})`;
    });
  return [...(scopes.includes('read') ? ['Read everything'] : []), ...named].join(', ');
};

export type Webhook = {
  _id: string;
  url: string;
  description: string | null;
  events: WebhookEvent[];
  is_enabled: boolean;
  disabled_reason: string | null;
  failing_since: string | null;
  previous_until: string | null;
};

export type Delivery = {
  _id: string;
  event: string;
  status: (typeof DELIVERY_STATES)[number];
  attempts: number;
  last_status: number | null;
  last_error: string | null;
  createdAt: string;
};
