import type { Page } from 'playwright-core';
import { inSentenceCase, inTitleCase } from '../../house/case.ts';
import { QUOTED, SIGN_IN } from '../../house/quoted.ts';

/** Texts of the page as a person reads them, by the case in which they are written. */
type Wording = { titles: string[]; sentences: string[]; lines: string[] };

/** Ways of writing a date, an amount or a text that no screen has. */
const NEVER: Record<string, RegExp> = {
  'a date is written as Nov 23, 2026': /\b\d{4}-\d{2}-\d{2}\b|\b\d{1,2}\/\d{1,2}\/\d{2,4}\b/,
  'an amount has its cents': /^[+-]?\$[\d,]+$/,
  'an amount has separators': /\$\d{4}/,
  'the minus is before the dollar sign': /\$[-–−]/,
  'a value is missing': /\b(undefined|NaN|null|Invalid Date)\b|\[object /,
  '50% has no space': /\d %/,
  '… is one character': /\.\.\./,
};

/** Titles that people of the demo wrote. */
const OWN = new Set(['Checks from the clubhouse box']);

/** Prices of plans are in whole dollars. */
const PLAN_PRICE = /^\$(0|49|99|199)$/;

/** The texts of the screen that are written in another way than screens are (words.md), each with what is wrong. */
export const wordingFaultsOn = async (page: Page): Promise<string[]> => {
  const { titles, sentences, lines } = await page.evaluate(readWording);
  const isWrong = (text: string, wanted: string) =>
    wanted === text || text in QUOTED || OWN.has(text) || SIGN_IN.test(text) ? [] : [`${text} -> ${wanted}`];
  return [
    ...titles.flatMap((text) => isWrong(text, inTitleCase(text))),
    ...sentences.flatMap((text) => isWrong(text, inSentenceCase(text))),
    ...lines
      .filter((text) => !(text in QUOTED) && !PLAN_PRICE.test(text))
      .flatMap((text) =>
        Object.entries(NEVER).flatMap(([rule, wrong]) => (wrong.test(text) ? [`${rule}: ${text}`] : [])),
      ),
  ];
};

/** Runs in the page. What people wrote (records, names, rich texts), and what only a screen reader says, is left out. */
const readWording = (): Wording => {
  const visibleText = (element: Element): string => {
    const copy = element.cloneNode(true) as Element;
    for (const hidden of copy.querySelectorAll('.sr-only, svg')) hidden.remove();
    return (copy.textContent ?? '').trim().replace(/\s+/g, ' ');
  };
  const isOwn = (element: Element) => element.closest('.rich, [contenteditable]') !== null;
  const textsOf = (selector: string) =>
    [...document.querySelectorAll(selector)]
      .filter((element) => element.checkVisibility() && !isOwn(element))
      .map(visibleText);
  const titles = textsOf(
    'button:not(table *, li *, [role=combobox], [aria-haspopup], .control, :has(b)), [role=tab], h2:not(li *, tbody *), h3:not(li *, tbody *)',
  );
  const sentences = textsOf('thead th, label, legend');
  const lines = [...document.querySelectorAll<HTMLElement>('header, main, nav, [role=dialog]')].flatMap((part) =>
    // biome-ignore lint/performance/useDomNodeTextContent: it would hold what is hidden
    part.innerText.split('\n'),
  );
  const inCharts = new Set([...document.querySelectorAll('svg text')].map(({ textContent }) => textContent));
  return { titles, sentences, lines: lines.filter((line) => !inCharts.has(line)) };
};
