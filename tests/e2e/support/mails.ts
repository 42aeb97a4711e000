import { expect } from 'vitest';
import { type Mail, mailsIn } from '../../support/inbox.ts';
import { nth } from '../../support/required.ts';
import { TIMEOUT_MS } from './browser.ts';
import { testStack } from './stack.ts';

/** Resolves to what `read` finds in the newest mail to this address in which it finds anything, once one has arrived. */
export const findInMails = async (email: string, read: (mail: Mail) => string | undefined): Promise<string> => {
  const find = async () => {
    return (await mailsIn(testStack())).filter(({ to }) => to.includes(email)).flatMap((mail) => read(mail) ?? []);
  };
  await expect.poll(async () => (await find()).length, { timeout: TIMEOUT_MS, interval: 200 }).toBeGreaterThan(0);
  return nth(await find(), -1);
};

/** The code of a signup. */
export const mailedCode = (email: string): Promise<string> =>
  findInMails(email, ({ subject }) => /^\d{6}/.exec(subject)?.[0]);
