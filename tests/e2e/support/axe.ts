import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** WCAG 2.2 AA with all before it, and what axe advises beyond. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
/** Colours decide these. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** The violations that axe finds on the screen as it is. */
export const violationsOf = (page: Page): Promise<string[]> =>
  run(page, { runOnly: TAGS, rules: { 'target-size': { enabled: true } } });

/** The violations that axe finds on the screen in light, and of colours in dark, each with the scheme before it. */
export const violationsInBoth = async (page: Page): Promise<string[]> => [
  ...(await violationsIn('light', page)),
  ...(await violationsIn('dark', page, { runOnly: COLOUR_RULES })),
];

export type Scheme = 'light' | 'dark';

/** All rules apply, unless `options` name some. */
export const violationsIn = async (colorScheme: Scheme, page: Page, options?: object): Promise<string[]> => {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.waitForFunction(() => document.getAnimations().length === 0);
  const violations = await (options ? run(page, options) : violationsOf(page));
  return violations.map((violation) => `${colorScheme}: ${violation}`);
};

const run = async (page: Page, options: object): Promise<string[]> => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axe);
  type Report = { violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] };
  const settings = JSON.stringify({ ...options, resultTypes: ['violations'] });
  const { violations } = (await page.evaluate(`axe.run(${settings})`)) as Report;
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}\n${node.failureSummary}`));
};
