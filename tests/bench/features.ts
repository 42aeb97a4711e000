import { createClient } from '@libsql/client/web';
import { measureInvoicing } from './invoicing.ts';
import { step } from './report.ts';
import { measureSending } from './sending.ts';
import { openStack } from './stacks.ts';

export const featuresPart = async (signal: AbortSignal): Promise<void> => {
  const stack = await openStack(signal);
  const db = createClient({ url: stack.urls.database });
  try {
    await step('sending', () => measureSending(stack, db), 120_000);
    if (!signal.aborted) await step('invoicing', () => measureInvoicing(stack, db), 120_000);
  } finally {
    db.close();
    await stack.stop();
  }
};
