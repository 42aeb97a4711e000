import { createClient } from '@libsql/client/web';
import type { Stack } from '../../local/stack.ts';
import { measureInvoicing } from './invoicing.ts';
import { measureLists } from './lists.ts';
import { step } from './report.ts';
import { measureSending } from './sending.ts';

export const featuresPart = async (stack: Stack, signal: AbortSignal): Promise<void> => {
  const db = createClient({ url: stack.urls.database });
  try {
    await step('sending', () => measureSending(stack, db), 120_000);
    if (!signal.aborted) await step('invoicing', () => measureInvoicing(stack, db), 120_000);
    if (!signal.aborted) await step('lists', () => measureLists(stack, db), 120_000);
  } finally {
    db.close();
  }
};
