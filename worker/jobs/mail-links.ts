import { isExpired, linkToken, type Purpose, storeLinks } from '../auth/links.ts';
import type { Deps } from '../deps.ts';
import { LETTERHEAD, type Letterhead, withLetterhead } from '../queries/letterhead.ts';
import { isActive, queryAll } from '../queries/query.ts';
import { sendDailyMails } from '../services/daily-mails.ts';
import { MailsRefused, requireEachSent, requireSent, sendMails } from '../services/email.ts';
import { Expired, LINK_EXPIRED, PermanentFailure } from '../services/errors.ts';
import type { Mail } from '../services/mailer.ts';
import { queueHalves } from './halves.ts';
import type { Job } from './job.ts';

export const mailInvitations: Job<'mailInvitations'> = async (deps, { ids, at }, row) => {
  const { hoa_id } = row;
  const pending = await readInvited(deps, { hoa_id, at }, ids);
  if (pending.length === 0) return;
  if (isExpired(deps, 'activation', at)) throw new PermanentFailure(LINK_EXPIRED);
  const mails = await renderMails(deps, hoa_id, at, pending);
  try {
    requireEachSent(await sendDailyMails(deps, hoa_id, 'mails', mails, await idempotencyKeyOf(at, pending)), pending);
  } catch (error) {
    if (!(error instanceof MailsRefused) || !error.divisible || pending.length === 1) throw error;
    await queueHalves(deps, row, pending, (half) => ({ ids: half.map(({ id }) => id), at }));
  }
};

export const mailReset: Job<'mailReset'> = async (deps, { id, at }, { id: row_id, hoa_id }) => {
  const accounts = await readResetAccounts(
    deps,
    { at, email: '(SELECT email FROM users WHERE id = ? AND hoa_id = ?)' },
    [id, hoa_id],
  );
  const [user] = accounts;
  if (!user) return;
  if (isExpired(deps, 'reset', at)) throw new Expired(LINK_EXPIRED);
  const links = await Promise.all(
    accounts.map(async ({ id: user_id, ...account }) => ({
      ...account,
      user_id,
      token: await linkToken(deps, 'reset', user_id, at),
    })),
  );
  await storeLinks(deps, { purpose: 'reset', at }, links);
  const { resetMail } = await import('../emails/reset.tsx');
  const hrefOf = (token: string) => `${deps.config.publicUrl}/reset-password?token=${token}`;
  const mail = await resetMail(links.map(({ hoa, letterhead, token }) => ({ hoa, letterhead, href: hrefOf(token) })));
  requireSent(await sendMails(deps.config, [{ ...mail, to: user.email }], row_id));
};

type LinkRecipient = { id: string; email: string; hoa: string; letterhead: Letterhead };

/** Those who still need the link requested at `at`, in order of `ids`. A newer link makes this one obsolete. */
const readInvited = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { hoa_id, at }: { hoa_id: string; at: string },
  ids: readonly string[],
): Promise<LinkRecipient[]> => {
  const sql = `SELECT u.id, u.email, ${LETTERHEAD} FROM json_each(?) j
    CROSS JOIN users u ON u.id = j.value AND u.hoa_id = ? JOIN hoas h ON h.id = u.hoa_id
    WHERE u.status = 'invited' AND u.deleted_at IS NULL AND ${hasNoNewerLink('activation')} ORDER BY j.key`;
  return (await queryAll<LinkRecipient>(db, sql, [JSON.stringify(ids), hoa_id, at])).map(withLetterhead(config));
};

/** In one mail. */
const MOST_RESET_LINKS = 10;

/** The accounts of an email in all HOAs of this database; `email` is SQL with `args`. */
const readResetAccounts = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { at, email }: { at: string; email: string },
  args: readonly string[],
): Promise<(LinkRecipient & { hoa_id: string })[]> => {
  const sql = `SELECT u.id, u.hoa_id, u.email, ${LETTERHEAD} FROM users u JOIN hoas h ON h.id = u.hoa_id
    WHERE u.email = ${email} AND ${isActive('u')}
      AND ${hasNoNewerLink('reset')} ORDER BY u.last_login DESC LIMIT ?`;
  const found = await queryAll<LinkRecipient & { hoa_id: string }>(db, sql, [...args, at, MOST_RESET_LINKS]);
  return found.map(withLetterhead(config));
};

const hasNoNewerLink = (purpose: Purpose) => `NOT EXISTS (SELECT 1 FROM user_tokens t
      WHERE t.hoa_id = u.hoa_id AND t.user_id = u.id AND t.purpose = '${purpose}' AND t.created_at > ?)`;

const TOKEN_PLACEHOLDER = 'the-token-of-each';

const renderMails = async (
  deps: Deps,
  hoa_id: string,
  at: string,
  people: readonly LinkRecipient[],
): Promise<Mail[]> => {
  const links = await Promise.all(
    people.map(async ({ id }) => ({ user_id: id, hoa_id, token: await linkToken(deps, 'activation', id, at) })),
  );
  await storeLinks(deps, { purpose: 'activation', at }, links);
  const { invitationMail } = await import('../emails/invitation.tsx');
  const mail = await invitationMail(
    people[0]!.hoa,
    people[0]!.letterhead,
    `${deps.config.publicUrl}/invite/accept?token=${TOKEN_PLACEHOLDER}`,
  );
  return people.map(({ email }, index) => {
    const filled = (text: string) => text.replaceAll(TOKEN_PLACEHOLDER, links[index]!.token);
    return { subject: mail.subject, html: filled(mail.html), text: filled(mail.text), to: email };
  });
};

const idempotencyKeyOf = async (at: string, people: readonly LinkRecipient[]): Promise<string> => {
  const bytes = new TextEncoder().encode(JSON.stringify([at, ...people.map(({ id, email }) => [id, email])]));
  return `invitations/${Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')}`;
};
