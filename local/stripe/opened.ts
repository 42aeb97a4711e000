import { invalid } from './errors.ts';
import type { Tables } from './state.ts';
import { find, type World } from './world.ts';

/** An intent, which the browser sees only with its client secret. */
export const opened = <T extends 'setup_intents' | 'payment_intents'>(
  table: T,
  { world, id, input, browser }: { world: World; id: string; input: { client_secret?: string }; browser: boolean },
): Tables[T] => {
  const row = find(world, table, id);
  const secret = input.client_secret;
  if (browser || secret !== undefined) {
    const message = `The client_secret provided does not match any associated ${row.object} on this account.`;
    if (row.client_secret !== secret) throw invalid(message, 'client_secret', `${row.object}_invalid_parameter`);
  }
  return row;
};
