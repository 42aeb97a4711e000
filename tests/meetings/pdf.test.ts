import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { pdfOf } from '../../worker/pdf/document.ts';
import { loadFonts } from '../../worker/pdf/fonts.ts';
import { paragraphsOf } from '../../worker/pdf/rich-text.ts';
import { testDeps } from '../support/fixtures.ts';
import { textOf } from '../support/pdf-text.ts';
import { nth } from '../support/required.ts';

test('[MIN-10] a file of many pages has every word, and every page its number', async () => {
  const fonts = await loadFonts(testDeps());
  const html = Array.from(
    { length: 300 },
    (_, n) => `<p>Paragraph ${n} of Zoë Łukasz “quoted” (brackets) \\ end</p>`,
  ).join('');
  const options = { title: 'T', footer: 'Minutes', mark: 'DRAFT' };
  const bytes = pdfOf(paragraphsOf(`<h1>Title</h1>${html}<ul><li><p>An item</p></li></ul>`), options, fonts);
  const text = await textOf(bytes);
  expect(text).toContain('Paragraph 0 of Zoë Łukasz “quoted” (brackets) \\ end');
  expect(text).toContain('Paragraph 299 of');
  const { numPages } = await getDocumentProxy(pdfOf(paragraphsOf(html), options, fonts));
  for (const page of [1, numPages]) expect(text).toContain(`Page ${page} of`);
});

const NAMES = [
  ...['Nguyễn Thị Hường', 'Krzysztof Żółć', 'Dvořáková Šárka', 'Gülşen Yıldırım İnce', 'Оксана Ґеращенко'],
  ...['Γεώργιος Παπαδόπουλος', 'Þórður Ǽsa', 'Ștefan Țîrcă'],
];

test('[MIN-10] names print in their own letters, in the text, the title and at the foot', async () => {
  const html = NAMES.map((name) => `<p>${name}</p><p><strong>${name}</strong></p>`).join('');
  const bytes = pdfOf(paragraphsOf(html), { title: nth(NAMES, 0), footer: nth(NAMES, 1) }, await loadFonts(testDeps()));
  const text = await textOf(bytes.slice());
  for (const name of NAMES) expect(text.split(name).length - 1).toBeGreaterThanOrEqual(2);
  expect(text).not.toContain('□');
  const { info } = await (await getDocumentProxy(bytes)).getMetadata();
  expect((info as { Title: string }).Title).toBe(NAMES[0]);
});

test('[MIN-10] a character that the font lacks is a box that says so, and is found as itself', async () => {
  const fonts = await loadFonts(testDeps());
  const pdf = (name: string) => pdfOf(paragraphsOf(`<p>${name} moved.</p>`), { title: 'T', footer: 'Minutes' }, fonts);
  const text = await textOf(pdf('王小明 🏡'));
  expect(text).toContain('王小明 🏡 moved.');
  expect(text).toContain('□ is a character that this file can’t show. Copy the text to read it.');
  expect(await textOf(pdf('Zoë'))).not.toContain('□');
});
