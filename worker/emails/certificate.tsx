import { Section } from '@react-email/components';
import type { Certificate } from '../../schema/outbox.ts';
import type { Config } from '../deps.ts';
import { Fact, MailFrame, Paragraph, renderBodies } from './frame.tsx';
import { longDate } from './long-date.ts';

const TITLE = 'Certificate of removal';

export const certificateMail = async ({ supportEmail }: Pick<Config, 'supportEmail'>, certificate: Certificate) => {
  const { name, hoa_id, leaving_at, removed_at, counts, digest } = certificate;
  const rows = Object.entries(counts).filter(([, count]) => count > 0);
  const mail = (
    <MailFrame hoa={name} kind="Your association" title={TITLE} preview={`${name} was removed from Porchlight.`}>
      <Paragraph>
        {`All records, files and accounts of ${name} were removed from Porchlight. Copies in backups are overwritten within 90 days.`}
      </Paragraph>
      <Fact name="Association">{`${name} (${hoa_id})`}</Fact>
      <Fact name="Requested on">{longDate(leaving_at)}</Fact>
      <Fact name="Removed on">{longDate(removed_at)}</Fact>
      {rows.map(([table, count]) => (
        <Fact key={table} name={nameOf(table)}>
          {count}
        </Fact>
      ))}
      <Fact name="SHA-256">{digest}</Fact>
      <Section style={{ paddingTop: 12 }}>
        <Paragraph>{`Please keep this email. It is the only copy of the certificate that names you. Questions? Write to ${supportEmail}.`}</Paragraph>
      </Section>
    </MailFrame>
  );
  return { subject: `${TITLE}: ${name}`, ...(await renderBodies(mail)) };
};

/** 'request_comments' as "Request comments". */
const nameOf = (table: string): string => table.charAt(0).toUpperCase() + table.slice(1).replaceAll('_', ' ');
