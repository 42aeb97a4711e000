import { envText, makeSecrets } from '../secrets.ts';

/** The answers that setup asks for. */
export type Answers = {
  address: string;
  operator: string;
  mail: 'smtp' | 'resend' | 'none';
  smtp?: string | undefined;
  resendKey?: string | undefined;
  from?: string | undefined;
  port: string;
  /** The first association, and its superadmin's email. */
  hoa?: string | undefined;
  superadmin?: string | undefined;
};

/** The settings file of a new instance, with new secrets. */
export const settingsText = (
  answers: Answers,
  { dataDir, backupDir, isContainer = false }: { dataDir: string; backupDir: string; isContainer?: boolean },
): string => {
  const { address, operator, mail, smtp, resendKey, from, port } = answers;
  const { JWT_SECRET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, METRICS_TOKEN, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY } =
    makeSecrets();
  const host = new URL(address).hostname;
  const section = (title: string, values: Record<string, string>) => `# ${title}\n${envText(values)}`;
  return [
    '# Settings of Porchlight. After a change: porchlight restart. docs/operations.md says what each is.\n',
    section('Where people reach it, and where it listens on this machine (the database takes the next port).', {
      PUBLIC_URL: address,
      PORT: port,
      // Its own loopback is nobody else's, and the proxy is another container.
      ...(isContainer && { LISTEN: '0.0.0.0', PROXY: 'private' }),
    }),
    section('Mailed when something needs a person; and the address that people read when they need help.', {
      OPERATOR_EMAIL: operator,
      SUPPORT_EMAIL: operator,
    }),
    section('How email leaves: smtp (SMTP_URL), resend (RESEND_API_KEY) or none.', {
      MAIL: mail,
      MAIL_FROM: from ?? `Porchlight <porchlight@${host}>`,
      ...(smtp && { SMTP_URL: smtp }),
      ...(resendKey && { RESEND_API_KEY: resendKey, RESEND_URL: 'https://api.resend.com' }),
    }),
    section('Online payments: off, or stripe with the keys of Stripe.', { PAYMENTS: 'off' }),
    section('Who makes associations: closed is the operator alone (porchlight hoas add), open is everybody.', {
      SIGNUP: 'closed',
    }),
    section('Where data lies. Put the backups on another disk.', {
      DATA_DIR: dataDir,
      BACKUP_DIR: backupDir,
    }),
    section('Secrets of this instance. With other ones everybody signs in again.', {
      ...{ JWT_SECRET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, METRICS_TOKEN, VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY },
    }),
  ].join('\n');
};
