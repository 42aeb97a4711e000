import {
  Body,
  Button,
  Container,
  Head,
  Heading,
  Html,
  Img,
  Preview,
  render,
  Section,
  Text,
  toPlainText,
} from '@react-email/components';
import { createContext, type ReactElement, type ReactNode, useContext } from 'react';
import { plainText } from '../../schema/rich-text.ts';
import { type Shades, shadesOf } from '../../sync/hoas/accent.ts';
import type { Letterhead } from '../queries/letterhead.ts';
import { cleanRichHtml } from '../services/rich-html.ts';

/** The colors of the app's light theme, because mail clients do not support custom properties. */
const TEXT_COLOR = '#1d1c1a';
const MUTED_COLOR = '#6b655b';
const BORDER_COLOR = '#e8e4dd';
const FONT = 'Inter, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif';

const RICH_CSS = `.rich p, .rich ul, .rich ol, .rich blockquote { margin: 0 0 14px }
.rich ul, .rich ol { padding-left: 22px }
.rich blockquote { padding-left: 14px; border-left: 3px solid ${BORDER_COLOR}; color: ${MUTED_COLOR} }
.rich h1, .rich h2, .rich h3, .rich h4, .rich h5, .rich h6 { margin: 20px 0 8px; font-size: 16px; line-height: 1.4 }`;

type Accent = Record<'light' | 'dark', Pick<Shades, 'solid' | 'ink' | 'text'>>;
const PINE: Accent = {
  light: { solid: '#1d5b4b', ink: '#ffffff', text: '#1d5b4b' },
  dark: { solid: '#46a78c', ink: '#08130f', text: '#7fd0b8' },
};
const AccentContext = createContext(PINE);

/** Readable on the cards of both schemes. */
const accentOf = (letterhead: Letterhead | undefined): Accent =>
  letterhead?.accent
    ? { light: shadesOf(letterhead.accent, 'light'), dark: shadesOf(letterhead.accent, 'dark') }
    : PINE;

/** The colors of the app's dark theme, for clients that show mails in dark. Inline styles give way only to these. */
const darkCss = ({ dark }: Accent) => `@media (prefers-color-scheme: dark) {
.page, .page > table > tbody > tr > td { background: #151513 !important }
.page, .page td, .page h1 { color: #f1efe9 !important }
.card { background: #1c1c19 !important; border-color: #2e2d29 !important }
.bar { border-color: #2e2d29 !important }
.muted, .rich blockquote { color: #9d988c !important; border-color: #403e39 !important }
.accent { color: ${dark.text} !important }
.button { background: ${dark.solid} !important; color: ${dark.ink} !important }
.button span { color: ${dark.ink} !important }
.logo { background: #ffffff; padding: 4px 6px; border-radius: 4px }
}`;

/** Without `hoa` the mail is from Porchlight itself. */
type MailFrameProps = {
  hoa?: string | undefined;
  letterhead?: Letterhead | undefined;
  kind: string;
  title: string;
  preview: string;
  children: ReactNode;
  /** Where the reader turns such mails off. */
  unsubscribe?: string | undefined;
};

export const MailFrame = ({ hoa, letterhead, kind, title, preview, children, unsubscribe }: MailFrameProps) => (
  <AccentContext value={accentOf(letterhead)}>
    <Html lang="en">
      <Head>
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{RICH_CSS + darkCss(accentOf(letterhead))}</style>
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
            <Logo {...letterhead} />
            <From>{hoa ?? 'Porchlight'}</From>
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
        <Footer hoa={hoa} contact={letterhead?.line} unsubscribe={unsubscribe} />
      </Body>
    </Html>
  </AccentContext>
);

const LOGO_WIDTH = 200;
const LOGO_HEIGHT = 48;

/** Some programs heed the width of the attribute alone, and many show no image until they are told to. */
const Logo = ({ logo }: Partial<Letterhead>) => {
  if (!logo) return null;
  const scale = Math.min(1, LOGO_WIDTH / logo.width, LOGO_HEIGHT / logo.height);
  const [width, height] = [logo.width, logo.height].map((pixels) => Math.max(1, Math.round(pixels * scale)));
  return <Img className="logo" src={logo.url} alt="Logo" width={width} height={height} style={{ marginBottom: 8 }} />;
};

const From = ({ children }: { children: string }) => (
  <Text
    className="accent"
    style={{ margin: 0, color: useContext(AccentContext).light.text, fontSize: 14, fontWeight: 600 }}
  >
    {children}
  </Text>
);

type FooterProps = Pick<MailFrameProps, 'hoa' | 'unsubscribe'> & { contact: string | undefined };

const Footer = ({ hoa, contact, unsubscribe }: FooterProps) => (
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
      background: useContext(AccentContext).light.solid,
      color: useContext(AccentContext).light.ink,
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
  <a className="accent" href={href} style={{ color: useContext(AccentContext).light.text }}>
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
