import { type Context, find } from '../core/context.ts';
import { invalidRequest } from '../core/errors.ts';
import type { Tables } from '../core/state.ts';

/** An intent, which the browser sees only with its client secret. */
export const findIntent = <T extends 'setup_intents' | 'payment_intents'>(
  table: T,
  { ctx, id, input, browser }: { ctx: Context; id: string; input: { client_secret?: string }; browser: boolean },
): Tables[T] => {
  const row = find(ctx, table, id);
  const secret = input.client_secret;
  if (browser || secret !== undefined) {
    const message = `The client_secret provided does not match any associated ${row.object} on this account.`;
    if (row.client_secret !== secret) throw invalidRequest(message, 'client_secret', `${row.object}_invalid_parameter`);
  }
  return row;
};
