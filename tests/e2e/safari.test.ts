import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { CLIENT } from '../../local/client-build.ts';
import { required } from '../support/required.ts';
import { useBrowser } from './support/browser.ts';
import { likeSafari, namesUnknownToSafari } from './support/safari.ts';

const browser = useBrowser();

/** The client uses these where they exist, and does without them in Safari 17.5. Screens are opened without them by
 * accessibility.test.ts. */
const WITH_FALLBACK = {
  'Symbol.dispose': 'zxing-wasm names its delete by it only where there is one',
  requestIdleCallback: 'a timer, or the work is done when it is asked for',
  devicePixelRatio: 'Safari has it since 3.1',
  'Window.devicePixelRatio': 'Safari has it since 3.1',
  navigation: 'the screen changes without motion',
  'Document.startViewTransition': 'the screen changes without motion',
  'Navigator.connection': 'no connection counts as metered',
  'Navigator.userAgentData': 'the user agent names the platform',
  'Window.showOpenFilePicker': 'the file input',
};
const CSS_WITH_FALLBACK = {
  'user-select': '-webkit-user-select beside it',
  'text-size-adjust': '-webkit-text-size-adjust beside it',
  'field-sizing': 'the field keeps its rows and scrolls',
  'scrollbar-width': 'the scrollbar shows',
  'overscroll-behavior': 'the page behind scrolls on at the end of a dialog',
  'content-visibility': 'all of a list is drawn at once',
  'break-after': 'a page may end after a heading',
  '@page': 'the margins of the printer',
};

/** Brings what Safari lacks with it. */
const PDF_READER = /\/pdfjs-/;

const unknown = new Set(namesUnknownToSafari());
const isUnknown = (name: string) => unknown.has(`api.${name}`) || unknown.has(`javascript.builtins.${name}`);
const filesOf = (extension: string) =>
  readdirSync(CLIENT, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension) && !PDF_READER.test(name))
    .map((name) => readFileSync(join(CLIENT, name), 'utf8'));

test('[14.11] no global, static method or syntax that Safari 17.5 lacks is used without a fallback', () => {
  const found = new Set<string>();
  for (const source of filesOf('.js')) for (const name of laterNames(parseAst(source))) found.add(name);
  expect([...found].filter((name) => !(name in WITH_FALLBACK))).toEqual([]);
});

test('[14.11] nor is a property or rule of CSS', () => {
  const css = filesOf('.css').join('\n');
  const properties = [...css.matchAll(/[;{]([a-z-]+):/g)].map(([, name]) => required(name));
  const rules = [...css.matchAll(/@([a-z-]+)/g)].map(([, name]) => required(name));
  const found = [
    ...properties.filter((name) => unknown.has(`css.properties.${name}`)),
    ...rules.filter((name) => unknown.has(`css.at-rules.${name}`)).map((name) => `@${name}`),
  ];
  expect([...new Set(found)].filter((name) => !(name in CSS_WITH_FALLBACK))).toEqual([]);
});

test('[14.11] a page can be without all that Safari 17.5 lacks', async () => {
  const page = await browser.open();
  await page.addInitScript(...likeSafari());
  await page.goto('/login');
  const left = await page.evaluate(() => [
    typeof globalThis.requestIdleCallback,
    typeof document.startViewTransition,
    typeof URL.parse,
    'try' in Promise,
    'map' in Object.getPrototypeOf([][Symbol.iterator]()),
    Symbol.asyncIterator in ReadableStream.prototype,
    typeof Array.fromAsync,
  ]);
  expect(left).toEqual(['undefined', 'undefined', 'undefined', false, false, false, 'function']);
});

type Node = { type: string; [key: string]: unknown };
const OWNERS: Record<string, string> = {
  navigator: 'Navigator',
  document: 'Document',
  window: 'Window',
  self: 'Window',
  globalThis: 'Window',
};
const MODIFIER = /\(\?-?[ims]+(-[ims]+)?:/;

/** Globals and members of globals, by their names in browser-compat-data, and regular expressions. */
const laterNames = (node: unknown): string[] => {
  if (Array.isArray(node)) return node.flatMap(laterNames);
  if (!isNode(node)) return [];
  if (node.type === 'Identifier') {
    const name = String(node.name);
    return isUnknown(`Window.${name}`) || isUnknown(name) ? [name] : [];
  }
  if (node.type === 'Literal')
    return MODIFIER.test((node.regex as { pattern: string } | undefined)?.pattern ?? '')
      ? ['modifier in a RegExp']
      : [];
  if (node.type === 'MemberExpression' && !node.computed) {
    const [owner, member] = [(node.object as Node).name, (node.property as Node).name];
    const name = `${OWNERS[String(owner)] ?? owner}.${member}`;
    return isUnknown(name) || isUnknown(`${name}_static`) ? [name] : laterNames(node.object);
  }
  // A key is no use of a global.
  const { key, ...rest } = node;
  return Object.values(node.computed || node.shorthand ? { key, ...rest } : rest).flatMap(laterNames);
};

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
