import { EVENT_NAMES, type NotificationEvent, ruleOf } from '../../schema/notifications.ts';
import type { Actor } from '../../sync/tx.ts';
import { isEqual, type SigningConfig, signatureOf, verifyingSecrets } from '../auth/secrets.ts';
import type { Config } from '../deps.ts';

type Unsubscription = { hoa_id: string; user_id: string; events: NotificationEvent[] };

/** Good for as long as its secret is accepted, since a mail may be opened years later. It changes what its reader is
 * mailed, and nothing else. */
const unsubscribeToken = async ({ jwtSecret }: SigningConfig, subject: Unsubscription): Promise<string> => {
  const { hoa_id, user_id, events } = subject;
  const text = Buffer.from(JSON.stringify([hoa_id, user_id, ...events])).toString('base64url');
  return `${text}.${await signatureOf(jwtSecret, purposeOf(text))}`;
};

/** Undefined for a token that no secret has signed. */
export const readUnsubscribeToken = async (
  config: SigningConfig,
  token: string,
): Promise<Unsubscription | undefined> => {
  const [text = '', signature = ''] = token.split('.');
  for (const secret of verifyingSecrets(config))
    if (isEqual(signature, await signatureOf(secret, purposeOf(text)))) return subjectOf(text);
  return undefined;
};

/** The link in the mail, and the headers with which a mail program unsubscribes in one click (RFC 8058). */
export const unsubscribing = async (config: Config, { id, hoa_id }: Pick<Actor, 'id' | 'hoa_id'>, events: string[]) => {
  const subject = { hoa_id, user_id: id, events: EVENT_NAMES.filter((name) => events.includes(name)) };
  const token = await unsubscribeToken(config, subject);
  return {
    href: `${config.publicUrl}/unsubscribe?token=${token}`,
    headers: {
      'List-Unsubscribe': `<${config.publicUrl}/api/unsubscribe?token=${token}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
};

const purposeOf = (text: string) => `unsubscribe ${text}`;

const subjectOf = (text: string): Unsubscription => {
  const [hoa_id = '', user_id = '', ...events] = JSON.parse(Buffer.from(text, 'base64url').toString()) as string[];
  const known = EVENT_NAMES.filter((name) => events.includes(name) && ruleOf(name).required === undefined);
  return { hoa_id, user_id, events: known };
};
