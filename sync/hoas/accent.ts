/** Relative luminance of '#rrggbb', 0 to 1 (WCAG 2.2, https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). */
const luminanceOf = (color: string): number => {
  const [red, green, blue] = channelsOf(color).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as Channels;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** 1 to 21 (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). */
export const contrastOf = (one: string, other: string): number => {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
};

type Channels = [red: number, green: number, blue: number];

const channelsOf = (color: string): Channels =>
  [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as Channels;

/** `part` of the other color, 0 to 1. */
const mix = (color: string, other: string, part: number): string => {
  const others = channelsOf(other);
  const mixed = channelsOf(color).map((channel, at) => Math.round(channel + ((others[at] ?? 0) - channel) * part));
  return `#${mixed.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
};

/** WCAG 2.2 AA for text of any size. */
const READABLE = 4.5;
const STEPS = 64;

/** The color as it is where it can be read on all of these, or the nearest shade towards `end` that can. */
const readableOn = (color: string, backgrounds: readonly string[], end: string): string => {
  for (let step = 0; step < STEPS; step += 1) {
    const shade = mix(color, end, step / STEPS);
    if (backgrounds.every((background) => contrastOf(shade, background) >= READABLE)) return shade;
  }
  return end;
};

export type Scheme = 'light' | 'dark';

/** The backgrounds of client/styles.css: paper, card, sunk. `ink` is what stands on a button, `tint` how much of the background is in
 * the soft shade. */
export const SCHEMES = {
  light: { backgrounds: ['#fbfaf8', '#ffffff', '#f4f2ee'], end: '#000000', ink: '#ffffff', card: '#ffffff', tint: 0.9 },
  dark: { backgrounds: ['#151513', '#1c1c19', '#242421'], end: '#ffffff', ink: '#0b0b0a', card: '#1c1c19', tint: 0.84 },
} as const;

/** `solid` fills buttons and marks what is chosen, `text` is for links, `soft` is behind what is selected. */
export type Shades = Record<'solid' | 'hover' | 'ink' | 'soft' | 'text', string>;

/** Shades of an accent ('#rrggbb') for a scheme: every text on its background reaches 4.5:1. */
export const shadesOf = (accent: string, scheme: Scheme): Shades => {
  const { backgrounds, end, ink, card, tint } = SCHEMES[scheme];
  const solid = readableOn(accent, backgrounds, end);
  const soft = mix(solid, card, tint);
  return { solid, hover: hoverOf(solid, end, ink), ink, soft, text: readableOn(solid, [...backgrounds, soft], end) };
};

/** Black cannot become darker: then it moves towards the ink, as far as that can be read on it. */
const hoverOf = (solid: string, end: string, ink: string): string => {
  const [further, nearer] = [mix(solid, end, 0.2), mix(solid, ink, 0.2)];
  return contrastOf(further, solid) > 1.1 || contrastOf(nearer, ink) < READABLE ? further : nearer;
};
