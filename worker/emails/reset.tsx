import type { Letterhead } from '../queries/letterhead.ts';
import { ButtonLink, MailFrame, Paragraph, PlainLink, renderBodies } from './frame.tsx';

type ResetLink = { hoa: string; letterhead: Letterhead; href: string };

/** One mail for all accounts that share the address, with a link for each HOA. */
export const resetMail = async (links: readonly ResetLink[]) => ({
  subject: 'Reset your Porchlight password',
  ...(await renderBodies(<ResetMail links={links} />)),
});

const ResetMail = ({ links }: { links: readonly ResetLink[] }) => (
  <MailFrame
    {...(links.length === 1 && { hoa: links[0]?.hoa, letterhead: links[0]?.letterhead })}
    kind="Your account"
    title="Reset your password"
    preview="Choose a new password for Porchlight"
  >
    <Paragraph>{links.length === 1 ? ASKED : SEVERAL}</Paragraph>
    {links.length === 1 ? <OneLink {...links[0]!} /> : links.map((link) => <NamedLink key={link.href} {...link} />)}
    <Paragraph>{links.length === 1 ? ONCE : EACH_ONCE}</Paragraph>
  </MailFrame>
);

const ASKED = 'Someone asked for a new password for your account. If that was you, choose one here.';
const SEVERAL =
  'Someone asked for a new password for your account. You belong to several associations, and your account at each has a password of its own. If that was you, choose a new one where you need it.';
const UNASKED = 'If you did not ask for this, you can ignore this email. Your password will not change.';
const ONCE = `This link works once, for 2 hours. ${UNASKED}`;
const EACH_ONCE = `Each link works once, for 2 hours. ${UNASKED}`;

const OneLink = ({ href }: ResetLink) => (
  <>
    <ButtonLink href={href}>Choose a New Password</ButtonLink>
    <PlainLink href={href} />
  </>
);

const NamedLink = ({ hoa, href }: ResetLink) => (
  <>
    <ButtonLink href={href}>{`New Password for ${hoa}`}</ButtonLink>
    <PlainLink href={href} />
  </>
);
