export type Mail = { to: string; subject: string; html: string; text: string; headers?: Record<string, string> };
export type AddressedMail = Mail & { from: string };
export type MailResult = { provider_id?: string; reason?: string };

/** Another way for mails to leave than Resend's API: `send` gives what `sendMails` does and throws the same; `check`
 * throws while none can leave. */
export type Mailer = {
  send(mails: readonly AddressedMail[], key: string): Promise<MailResult[]>;
  check(): Promise<void>;
};
