import { Text } from '@react-email/components';
import { Fragment, type ReactNode } from 'react';
import type { Config } from '../deps.ts';
import type { Letterhead } from '../queries/letterhead.ts';
import { ButtonLink, Fact, MailFrame, renderBodies, subjectOf, TextLink } from './frame.tsx';

/** `text` is plain, its paragraphs apart by an empty line. */
export type ReminderMailData = {
  hoa: string;
  letterhead: Letterhead;
  kind: string;
  subject: string;
  text: string;
  facts: readonly (readonly [string, string])[];
  button: { label: string; path: string };
};

export const reminderMail = async ({ publicUrl }: Pick<Config, 'publicUrl'>, data: ReminderMailData) => ({
  subject: subjectOf(data.subject),
  ...(await renderBodies(<ReminderMail {...data} publicUrl={publicUrl} />)),
});

const ReminderMail = ({
  hoa,
  letterhead,
  kind,
  subject,
  text,
  facts,
  button,
  publicUrl,
}: ReminderMailData & { publicUrl: string }) => (
  <MailFrame
    hoa={hoa}
    letterhead={letterhead}
    kind={kind}
    title={subject}
    preview={facts.map(([name, value]) => `${name}: ${value}`).join(', ')}
  >
    {text.split(/\n\s*\n/).map((paragraph) => (
      <Text key={paragraph} style={{ margin: '0 0 14px', fontSize: 15, lineHeight: '1.6', overflowWrap: 'anywhere' }}>
        {paragraph.split('\n').map((written, at) => (
          <Fragment key={written}>
            {at > 0 && <br />}
            {withLinks(written, publicUrl)}
          </Fragment>
        ))}
      </Text>
    ))}
    {facts.map(([name, value]) => (
      <Fact key={name} name={name}>
        {value}
      </Fact>
    ))}
    <ButtonLink href={`${publicUrl}${button.path}`}>{button.label}</ButtonLink>
  </MailFrame>
);

/** Only addresses of the app become links. */
const withLinks = (written: string, publicUrl: string): ReactNode[] =>
  written.split(/(https?:\/\/\S+)/).map((part) =>
    part.startsWith(`${publicUrl}/`) ? (
      <TextLink key={part} href={part}>
        {part}
      </TextLink>
    ) : (
      part
    ),
  );
