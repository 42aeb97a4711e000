import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrastOf, SCHEMES, type Scheme, shadesOf } from '../../sync/hoas/accent.ts';

const AA = 4.5;
const hex = fc.integer({ min: 0, max: 0xffffff }).map((color) => `#${color.toString(16).padStart(6, '0')}`);
const scheme = fc.constantFrom<Scheme>('light', 'dark');

test('contrast is that of WCAG: 21:1 for black on white, 4.48:1 for #777777', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrastOf('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
});

test('[BILLING-07] whatever the accent, each text reaches 4.5:1: on buttons, and of links on every background, in light and dark', () => {
  fc.assert(
    fc.property(hex, scheme, (accent, of) => {
      const { solid, hover, ink, soft, text } = shadesOf(accent, of);
      const onButtons = [solid, hover].map((background) => contrastOf(ink, background));
      const links = [...SCHEMES[of].backgrounds, soft].map((background) => contrastOf(text, background));
      expect(Math.min(...onButtons, ...links)).toBeGreaterThanOrEqual(AA);
    }),
    {
      examples: [
        ['#fff8b0', 'light'],
        ['#000000', 'dark'],
        ['#ff0000', 'light'],
        ['#ffffff', 'light'],
        ['#fc00d3', 'dark'],
      ],
      numRuns: 2000,
    },
  );
});

test('an accent that can be read stays as it was chosen', () => {
  expect(shadesOf('#7a1f1f', 'light')).toMatchObject({ solid: '#7a1f1f', ink: '#ffffff', text: '#7a1f1f' });
  expect(shadesOf('#8fd3ff', 'dark').solid).toBe('#8fd3ff');
});
