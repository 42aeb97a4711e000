import { ButtonLink, MailFrame, Paragraph, PlainLink, renderBodies, subjectOf } from './frame.tsx';

export const invitationMail = async (hoa: string, href: string) => ({
  subject: subjectOf(`You’re invited to join ${hoa}`),
  ...(await renderBodies(<InvitationMail hoa={hoa} href={href} />)),
});

const InvitationMail = ({ hoa, href }: { hoa: string; href: string }) => (
  <MailFrame hoa={hoa} kind="Invitation" title="Welcome to Porchlight" preview={`Activate your account at ${hoa}`}>
    <Paragraph>{`${hoa} uses Porchlight for its announcements, requests, documents and dues, and has created an account for you. Choose your name and password to get started.`}</Paragraph>
    <ButtonLink href={href}>Activate Your Account</ButtonLink>
    <PlainLink href={href} />
    <Paragraph>
      This link works once, for 7 days. If you did not expect this invitation, you can ignore this email.
    </Paragraph>
  </MailFrame>
);
