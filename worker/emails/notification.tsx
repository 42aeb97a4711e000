import { Section, Text } from '@react-email/components';
import type { Config } from '../deps.ts';
import type { Entry } from '../notifications/entries.ts';
import type { Letterhead } from '../queries/letterhead.ts';
import type { Mail } from '../services/mailer.ts';
import { ButtonLink, MailFrame, previewOf, RichText, renderBodies, subjectOf, TextLink } from './frame.tsx';
import { headingOf } from './headings.ts';

export type NotificationMailData = {
  email: string;
  hoa: string;
  letterhead: Letterhead;
  entries: Entry[];
  unsubscribe: string;
};

/** One mail for one update or many, by record. */
export const notificationMail = async (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { email, hoa, letterhead, entries, unsubscribe }: NotificationMailData,
): Promise<Mail> => {
  const records = [...Map.groupBy(entries, ({ path }) => path).values()] as [Entry, ...Entry[]][];
  const subject = subjectOf(subjectFor(hoa, entries, records));
  const bodies = await renderBodies(
    <NotificationMail {...{ hoa, letterhead, records, publicUrl, unsubscribe }} preview={previewFor(entries)} />,
  );
  return { to: email, subject, ...bodies };
};

const subjectFor = (hoa: string, entries: Entry[], records: [Entry, ...Entry[]][]): string => {
  const [[first]] = records as [[Entry]];
  if (records.length > 1) return `${entries.length} updates from ${hoa}`;
  return entries.length > 1 ? `${entries.length} updates: ${first.title}` : headingOf(first);
};

const previewFor = (entries: Entry[]) =>
  previewOf(entries.map(({ text, html }) => `<p>${text}</p>${html ?? ''}`).join(''));

type Props = Omit<NotificationMailData, 'email' | 'entries'> & {
  records: [Entry, ...Entry[]][];
  publicUrl: string;
  preview: string;
};

const NotificationMail = ({ hoa, letterhead, records, publicUrl, preview, unsubscribe }: Props) => {
  const [[first]] = records as [[Entry]];
  if (records.length === 1)
    return (
      <MailFrame
        hoa={hoa}
        letterhead={letterhead}
        kind={first.kind}
        title={first.title}
        preview={preview}
        unsubscribe={unsubscribe}
      >
        <Entries entries={records[0] as Entry[]} />
        <ButtonLink href={publicUrl + first.path}>Open in Porchlight</ButtonLink>
      </MailFrame>
    );
  return (
    <MailFrame
      hoa={hoa}
      letterhead={letterhead}
      kind="Updates"
      title="What’s new"
      preview={preview}
      unsubscribe={unsubscribe}
    >
      {records.map((entries) => (
        <Section key={entries[0].path} style={{ marginBottom: 18 }}>
          <Text style={{ margin: '0 0 4px', fontSize: 15, fontWeight: 600 }}>
            {`${entries[0].kind}: `}
            <TextLink href={publicUrl + entries[0].path}>{entries[0].title}</TextLink>
          </Text>
          <Entries entries={entries} />
        </Section>
      ))}
    </MailFrame>
  );
};

const Entries = ({ entries }: { entries: Entry[] }) =>
  entries.map(({ id, text, html }) => (
    <Section key={id}>
      <Text style={{ margin: '0 0 6px', fontSize: 14, lineHeight: '1.5' }}>{text}</Text>
      {html && <RichText html={html} />}
    </Section>
  ));
