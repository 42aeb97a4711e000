import { isExpired, linkToken, storeLinks } from '../auth/links.ts';
import type { Deps } from '../deps.ts';
import { type Mail, MailsRefused, sendMails } from '../services/email.ts';
import { LINK_EXPIRED, PermanentFailure } from '../services/errors.ts';
import { queueHalves } from './halves.ts';
import type { Job } from './job.ts';
import { type LinkRecipient, readLinkRecipients } from './linked.ts';

/** Mails their activation links to invited users, in one call. Those whom the mail service refuses have failed. */
export const mailInvitations: Job<'mailInvitations'> = async (deps, { ids, at }, row) => {
  const { hoa_id } = row;
  const waiting = await readLinkRecipients(deps, { purpose: 'activation', hoa_id, at }, ids);
  if (waiting.length === 0) return;
  if (isExpired(deps, 'activation', at)) throw new PermanentFailure(LINK_EXPIRED);
  const mails = await renderMails(deps, hoa_id, at, waiting);
  try {
    const results = await sendMails(deps.config, mails, await idempotencyKeyOf(at, waiting));
    const failed = results.flatMap(({ reason }, at) => (reason === undefined ? [] : [{ id: waiting[at]!.id, reason }]));
    if (failed.length > 0) throw new PermanentFailure(`${failed.length} refused: ${failed[0]?.reason}`, failed);
  } catch (error) {
    if (!(error instanceof MailsRefused) || !error.divisible || waiting.length === 1) throw error;
    await queueHalves(deps, row, waiting, (half) => ({ ids: half.map(({ id }) => id), at }));
  }
};

const TOKEN_PLACEHOLDER = 'the-token-of-each';

/** One mail is written, and each person's link put into it. */
const renderMails = async (
  deps: Deps,
  hoa_id: string,
  at: string,
  people: readonly LinkRecipient[],
): Promise<Mail[]> => {
  const links = await Promise.all(
    people.map(async ({ id }) => ({ user_id: id, token: await linkToken(deps, 'activation', id, at) })),
  );
  await storeLinks(deps, { purpose: 'activation', hoa_id, at }, links);
  const { invitationMail } = await import('../emails/invitation.tsx');
  const mail = await invitationMail(
    people[0]!.hoa,
    `${deps.config.publicUrl}/invite/accept?token=${TOKEN_PLACEHOLDER}`,
  );
  return people.map(({ email }, index) => {
    const filled = (text: string) => text.replaceAll(TOKEN_PLACEHOLDER, links[index]!.token);
    return { subject: mail.subject, html: filled(mail.html), text: filled(mail.text), to: email };
  });
};

/** Made of whom the mails go to: the same people asked for again are sent nothing twice. */
const idempotencyKeyOf = async (at: string, people: readonly LinkRecipient[]): Promise<string> => {
  const whom = new TextEncoder().encode(JSON.stringify([at, ...people.map(({ id, email }) => [id, email])]));
  return `invitations/${Buffer.from(await crypto.subtle.digest('SHA-256', whom)).toString('hex')}`;
};
