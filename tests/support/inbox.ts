import type { Stack } from '../../local/stack.ts';

/** The worker's key in tests without a stack. */
export const TEST_RESEND_KEY = 're_test';

export type Mail = { to: string[]; from: string; subject: string; html: string; text: string };

/** All that the stand-in of the mail service has taken. */
export const mailsIn = ({ urls, secrets }: Pick<Stack, 'urls' | 'secrets'>): Promise<Mail[]> =>
  mailsAt(urls.mail, secrets.LOCAL_TOKEN);

export const mailsAt = async (url: string, token: string): Promise<Mail[]> => {
  const answer = await fetch(`${url}/emails`, { headers: { Authorization: `Bearer ${token}` } });
  return ((await answer.json()) as { data: Mail[] }).data;
};
