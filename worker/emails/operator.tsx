import type { OperatorAlert, OperatorAlertKind } from '../../schema/outbox.ts';
import type { Config } from '../deps.ts';
import { MailFrame, Paragraph, renderBodies } from './frame.tsx';

type Content = { title: string; advice: string };

const CONTENT: Record<OperatorAlertKind, Content> = {
  outbox_failed: {
    title: 'A job failed and will not be retried',
    advice: 'The HOA’s board may see it under Needs Attention. The log says why it failed.',
  },
  outbox_old: {
    title: 'Jobs have been waiting for over an hour',
    advice: 'A service they depend on may be down. Check /api/health first, then the last_error column of the outbox.',
  },
  webhook_failed: {
    title: 'A webhook could not be handled',
    advice: 'The sender will retry it. If it fails again, the log line with its id says why.',
  },
  cron_late: {
    title: 'A scheduled run came late',
    advice: 'The next run catches up on what was due. If you get this email again, check the worker’s cron triggers.',
  },
  cron_failed: {
    title: 'A scheduled run failed',
    advice: 'The next run will retry. If it fails again, the log line of that run says why.',
  },
  reconciliation: {
    title: 'The database and the payment service differ',
    advice: 'Porchlight corrected what it could. Please review the rest.',
  },
  ledger: {
    title: 'Earlier invoices could not be moved to accounts',
    advice: 'Nothing was changed for these users. Porchlight tries again each day. The log says why it failed.',
  },
  disk_full: {
    title: 'Nothing can be saved: the disk is full',
    advice:
      'Free space, or enlarge the disk (at Turso: the plan). No restart is needed. Changes wait on devices in the meantime. REST calls get a 503.',
  },
  put_back: {
    title: 'The database was restored to an earlier state',
    advice:
      'A snapshot of its folder or machine was restored. What people did since that snapshot is lost unless a device still holds it; restore the files from that time too, and run the doctor.',
  },
  backup: {
    title: 'A backup failed',
    advice:
      'Until this is mended, the newest good backup gets older each night. porchlight status says which one that is.',
  },
  newer_data: {
    title: 'An older release runs on newer data',
    advice:
      'Deploy the newer release again, or go back by a backup: docs/operations.md, “Going back”. If you are deploying right now, there is nothing to do.',
  },
};

export const operatorMail = async (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { alert, details, at }: OperatorAlert,
): Promise<{ subject: string; html: string; text: string }> => {
  const { title, advice } = CONTENT[alert];
  const mail = (
    <MailFrame kind="For the operator" title={title} preview={details[0] ?? title}>
      {details.map((detail) => (
        <Paragraph key={detail}>{detail}</Paragraph>
      ))}
      <Paragraph>{advice}</Paragraph>
      <Paragraph>{`${publicUrl}, ${at}. You will get at most one email an hour about this.`}</Paragraph>
    </MailFrame>
  );
  return { subject: `Porchlight: ${title}`, ...(await renderBodies(mail)) };
};
