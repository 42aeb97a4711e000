import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

export type CheckScreen = (name: string) => Promise<void>;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const axeFindings = async (
  page: Page,
  visit: (look: CheckScreen) => Promise<void>,
): Promise<Record<string, string[]>> => {
  const found: Record<string, string[]> = {};
  await visit(async (name) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForFunction(() => document.getAnimations().length === 0);
      const violations = await violationsOf(page);
      if (violations.length > 0) found[`${name}, ${colorScheme}`] = violations;
    }
  });
  return found;
};

export const violationsOf = async (page: Page): Promise<string[]> => {
  await page.evaluate(`window.axe || (${JSON.stringify(axe)} && (0, eval)(${JSON.stringify(axe)}))`);
  type Report = { violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] };
  const { violations } = (await page.evaluate('axe.run({ resultTypes: ["violations"] })')) as Report;
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}\n${node.failureSummary}`));
};
