import { contrastOf, SCHEMES, type Scheme, type Shades, shadesOf } from '../../../sync/hoas/accent.ts';

type Props = {
  accent: string;
  /** The accent was chosen: it is not Porchlight’s own. */
  isChosen: boolean;
  logo: string | undefined;
};

/** How buttons and links look with the accent, on light and on dark screens. */
export const Preview = ({ accent, isChosen, logo }: Props) => {
  const [light, dark] = [shadesOf(accent, 'light'), shadesOf(accent, 'dark')];
  return (
    <section aria-label="Preview" className="grid gap-2">
      <div className="grid grid-cols-2 gap-2">
        <Panel scheme="light" shades={light} logo={logo} />
        <Panel scheme="dark" shades={dark} logo={logo} />
      </div>
      {isChosen && <p className="text-ink-3 text-sm">{noteOf(accent, light, dark)}</p>}
    </section>
  );
};

const LABELS = { light: 'Light', dark: 'Dark' } as const;
const INKS = { light: '#1d1c1a', dark: '#f1efe9' } as const;

const Panel = ({ scheme, shades, logo }: { scheme: Scheme; shades: Shades; logo: string | undefined }) => (
  <div
    className="grid content-start justify-items-start gap-2 rounded-md border border-line px-3 py-2.5"
    style={{ background: SCHEMES[scheme].card, color: INKS[scheme] }}
  >
    <span className="text-sm">{LABELS[scheme]}</span>
    {logo && (
      <img
        src={logo}
        alt=""
        className="max-h-7 max-w-full rounded-sm"
        style={scheme === 'dark' ? { background: '#ffffff', padding: '2px 6px' } : {}}
      />
    )}
    <span
      className="rounded-md px-2.5 py-1 font-medium text-sm"
      style={{ background: shades.solid, color: shades.ink }}
    >
      Button
    </span>
    <span className="font-medium text-sm underline" style={{ color: shades.text }}>
      Link
    </span>
    <span className="num text-sm">Contrast {contrastOf(shades.solid, shades.ink).toFixed(1)}:1</span>
  </div>
);

const noteOf = (accent: string, light: Shades, dark: Shades): string => {
  const shifted = [
    ...(light.solid === accent ? [] : [`darkened to ${light.solid} on light screens`]),
    ...(dark.solid === accent ? [] : [`lightened to ${dark.solid} on dark screens`]),
  ];
  if (shifted.length === 0) return 'Text in this color is easy to read on light and dark screens.';
  return `So that text is easy to read, your color is ${shifted.join(' and ')}. Status badges keep their own colors.`;
};
