import type { OperatorAlert, OperatorAlertKind } from '../../schema/outbox.ts';
import type { Config } from '../deps.ts';
import { MailFrame, Paragraph, renderBodies } from './frame.tsx';

type Content = { title: string; advice: string };

const CONTENT: Record<OperatorAlertKind, Content> = {
  outbox_failed: {
    title: 'A job failed for good',
    advice: 'It is not tried again by itself. The board of its HOA may see it under Needs attention.',
  },
  outbox_old: {
    title: 'Jobs have been waiting for over an hour',
    advice: 'A service that they need may be down: look at /api/health, then at the last_error of the outbox.',
  },
  webhook_failed: {
    title: 'A webhook could not be handled',
    advice: 'The sender repeats it. If it fails again, the log line with its id says why.',
  },
  cron_late: {
    title: 'A scheduled run came late',
    advice: 'What was due is done by the next run. If this mail comes again, look at the triggers of the worker.',
  },
  cron_failed: {
    title: 'A scheduled run failed',
    advice: 'The next run does it again. If it fails again, the log line of the run says why.',
  },
  reconciliation: {
    title: 'The database and the payment service differ',
    advice: 'What could be mended was mended; the rest needs somebody to look at it.',
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
      <Paragraph>{`${publicUrl}, ${at}. The next mail about this comes in an hour at the earliest.`}</Paragraph>
    </MailFrame>
  );
  return { subject: `Porchlight: ${title}`, ...(await renderBodies(mail)) };
};
