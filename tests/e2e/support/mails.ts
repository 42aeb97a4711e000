import { expect } from 'vitest';
import { TIMEOUT_MS } from './browser.ts';
import { testStack } from './stack.ts';

export type Mail = { to: string[]; subject: string; html: string; text?: string };

/** What `read` finds in the newest mail to this address in which it finds anything, once one has arrived. */
export const findInMails = async (email: string, read: (mail: Mail) => string | undefined): Promise<string> => {
  const find = async () => {
    const { data } = (await (await fetch(`${testStack().urls.mail}/emails`)).json()) as { data: Mail[] };
    return data.filter(({ to }) => to.includes(email)).flatMap((mail) => read(mail) ?? []);
  };
  await expect.poll(async () => (await find()).length, { timeout: TIMEOUT_MS, interval: 200 }).toBeGreaterThan(0);
  return (await find()).at(-1)!;
};

/** The code of a signup. */
export const mailedCode = (email: string): Promise<string> =>
  findInMails(email, ({ subject }) => /^\d{6}/.exec(subject)?.[0]);
