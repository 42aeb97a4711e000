import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Html,
  Preview,
  render,
  Section,
  Text,
  toPlainText,
} from '@react-email/components';
import type { ReactElement, ReactNode } from 'react';
import { plainText } from '../../schema/rich-text.ts';
import { cleanRichHtml } from '../services/rich-html.ts';

/** The colors of the app's light theme, because mail clients do not support custom properties. */
const TEXT_COLOR = '#1d1c1a';
const MUTED_COLOR = '#6b655b';
const BORDER_COLOR = '#e8e4dd';
const ACCENT_COLOR = '#1d5b4b';
const FONT = 'Inter, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';

const RICH_CSS = `.rich p, .rich ul, .rich ol, .rich blockquote { margin: 0 0 14px }
.rich ul, .rich ol { padding-left: 22px }
.rich blockquote { padding-left: 14px; border-left: 3px solid ${BORDER_COLOR}; color: ${MUTED_COLOR} }
.rich h1, .rich h2, .rich h3, .rich h4, .rich h5, .rich h6 { margin: 20px 0 8px; font-size: 16px; line-height: 1.4 }`;

/** The colors of the app's dark theme, for clients that show mails in dark. Inline styles give way only to these. */
const DARK_CSS = `@media (prefers-color-scheme: dark) {
.page, .page > table > tbody > tr > td { background: #151513 !important }
.page, .page td, .page h1 { color: #f1efe9 !important }
.card { background: #1c1c19 !important; border-color: #2e2d29 !important }
.bar { border-color: #2e2d29 !important }
.muted, .rich blockquote { color: #9d988c !important; border-color: #403e39 !important }
.accent { color: #7fd0b8 !important }
.button { background: #46a78c !important; color: #08130f !important }
.button span { color: #08130f !important }
}`;

/** Without `hoa` the mail is from Porchlight itself. */
type MailFrameProps = {
  hoa?: string | undefined;
  /** Address and contact of the association in one line, '' where it gave none. */
  contact?: string | undefined;
  kind: string;
  title: string;
  preview: string;
  children: ReactNode;
  /** Where the reader turns such mails off. */
  unsubscribe?: string | undefined;
};

export const MailFrame = ({ hoa, contact, kind, title, preview, children, unsubscribe }: MailFrameProps) => (
  <Html lang="en">
    <Head>
      <meta name="color-scheme" content="light dark" />
      <meta name="supported-color-schemes" content="light dark" />
      <style>{RICH_CSS + DARK_CSS}</style>
    </Head>
    <Preview>{preview}</Preview>
    <Body
      className="page"
      style={{ margin: 0, padding: '24px 12px', background: '#f4f2ee', color: TEXT_COLOR, fontFamily: FONT }}
    >
      <Container
        className="card"
        style={{ maxWidth: 560, background: '#ffffff', border: `1px solid ${BORDER_COLOR}`, borderRadius: 10 }}
      >
        <Section className="bar" style={{ padding: '14px 24px', borderBottom: `1px solid ${BORDER_COLOR}` }}>
          <Text className="accent" style={{ margin: 0, color: ACCENT_COLOR, fontSize: 14, fontWeight: 600 }}>
            {hoa ?? 'Porchlight'}
          </Text>
        </Section>
        <Section style={{ padding: '22px 24px 28px' }}>
          <Text className="muted" style={{ margin: 0, color: MUTED_COLOR, fontSize: 13 }}>
            {kind}
          </Text>
          <Heading
            as="h1"
            style={{ margin: '4px 0 18px', fontSize: 22, lineHeight: '1.3', fontWeight: 600, ...BREAKING }}
          >
            {title}
          </Heading>
          {children}
        </Section>
      </Container>
      <Footer hoa={hoa} contact={contact} unsubscribe={unsubscribe} />
    </Body>
  </Html>
);

const Footer = ({ hoa, contact, unsubscribe }: Pick<MailFrameProps, 'hoa' | 'contact' | 'unsubscribe'>) => (
  <Text
    className="muted"
    style={{ margin: '18px auto 0', maxWidth: 560, color: MUTED_COLOR, fontSize: 12, textAlign: 'center', ...BREAKING }}
  >
    {contact && (
      <>
        {hoa}
        <br />
        {contact}
        <br />
      </>
    )}
    {hoa === undefined ? 'Sent by Porchlight' : `Sent by ${hoa} through Porchlight`}
    {unsubscribe && (
      <>
        <br />
        <a className="muted" href={unsubscribe} style={{ color: MUTED_COLOR }}>
          Turn these emails off
        </a>
      </>
    )}
  </Text>
);

export const RichText = ({ html }: { html: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized here, to RICH_TAGS without attributes.
  <div className="rich" style={BODY_TEXT} dangerouslySetInnerHTML={{ __html: cleanRichHtml(html) }} />
);

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Text style={{ margin: '0 0 6px', fontSize: 14, lineHeight: '1.5', ...BREAKING }}>
    <span className="muted" style={{ color: MUTED_COLOR }}>
      {name}:{' '}
    </span>
    {children}
  </Text>
);

export const ButtonLink = ({ href, children }: { href: string; children: string }) => (
  <Button
    className="button"
    href={href}
    style={{
      marginTop: 14,
      padding: '11px 20px',
      background: ACCENT_COLOR,
      color: '#ffffff',
      borderRadius: 8,
      fontSize: 14,
    }}
  >
    {children}
  </Button>
);

export const Paragraph = ({ children }: { children: string }) => (
  <Text style={{ margin: '0 0 14px', ...BODY_TEXT }}>{children}</Text>
);

export const PlainLink = ({ href }: { href: string }) => (
  <Text
    className="muted"
    style={{ margin: '18px 0 14px', color: MUTED_COLOR, fontSize: 13, lineHeight: '1.5', wordBreak: 'break-all' }}
  >
    Or open this link: <TextLink href={href}>{href}</TextLink>
  </Text>
);

export const TextLink = ({ href, children }: { href: string; children: string }) => (
  <a className="accent" href={href} style={{ color: ACCENT_COLOR }}>
    {children}
  </a>
);

export const renderBodies = async (mail: ReactElement): Promise<{ html: string; text: string }> => {
  const html = await render(mail);
  return { html, text: toPlainText(html, { selectors: PLAIN_HEADINGS }) };
};

export const previewOf = (html: string): string => plainText(html).slice(0, 140);

export const subjectOf = (title: string): string => title.replace(/\s+/g, ' ').trim();

/** People may write one long word. */
const BREAKING = { overflowWrap: 'anywhere' } as const;

const BODY_TEXT = { fontSize: 15, lineHeight: '1.6', ...BREAKING };

const PLAIN_HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((selector) => ({
  selector,
  options: { uppercase: false },
}));
