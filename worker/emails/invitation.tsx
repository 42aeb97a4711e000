import type { Letterhead } from '../queries/letterhead.ts';
import { ButtonLink, MailFrame, Paragraph, PlainLink, renderBodies, subjectOf } from './frame.tsx';

export const invitationMail = async (hoa: string, letterhead: Letterhead, href: string) => ({
  subject: subjectOf(`You’re invited to join ${hoa}`),
  ...(await renderBodies(<InvitationMail hoa={hoa} letterhead={letterhead} href={href} />)),
});

const InvitationMail = ({ hoa, letterhead, href }: { hoa: string; letterhead: Letterhead; href: string }) => (
  <MailFrame
    hoa={hoa}
    letterhead={letterhead}
    kind="Invitation"
    title="Welcome to Porchlight"
    preview={`Activate your account at ${hoa}`}
  >
    <Paragraph>{`${hoa} uses Porchlight for its announcements, requests, documents and dues, and has created an account for you. Choose your name and password to get started.`}</Paragraph>
    <ButtonLink href={href}>Activate Your Account</ButtonLink>
    <PlainLink href={href} />
    <Paragraph>
      This link works once, for 7 days. If you did not expect this invitation, you can ignore this email.
    </Paragraph>
  </MailFrame>
);
