import { ButtonLink, MailFrame, Paragraph, PlainLink, renderBodies } from './frame.tsx';

export const resetMail = async (hoa: string, href: string) => ({
  subject: 'Reset your Porchlight password',
  ...(await renderBodies(<ResetMail hoa={hoa} href={href} />)),
});

const ResetMail = ({ hoa, href }: { hoa: string; href: string }) => (
  <MailFrame hoa={hoa} kind="Your account" title="Reset your password" preview="Choose a new password for Porchlight">
    <Paragraph>Somebody asked for a new password for your account. If that was you, choose one here.</Paragraph>
    <ButtonLink href={href}>Choose a new password</ButtonLink>
    <PlainLink href={href} />
    <Paragraph>
      The link works once, for 2 hours. If you did not ask for this, ignore this mail: your password stays as it is.
    </Paragraph>
  </MailFrame>
);
