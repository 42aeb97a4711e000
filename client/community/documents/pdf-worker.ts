import { getDocumentProxy } from 'unpdf';
import { cleanText, DOCUMENT_TEXT_LIMIT } from '../../../schema/documents.ts';

const MAX_PAGES = 500;

export type PdfQuestion = { bytes: ArrayBuffer; answer: MessagePort };

/** Answers a PDF's bytes with its text, '' for one that is encrypted or broken. On a port of its own, because pdf.js posts
 * messages from the thread, too. */
addEventListener(
  'message',
  async ({ data: { bytes, answer } }: MessageEvent<PdfQuestion>) => {
    answer.postMessage(await textOf(bytes).catch(() => ''));
  },
  { once: true },
);

const textOf = async (bytes: ArrayBuffer): Promise<string> => {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  let text = '';
  for (let page = 1; page <= Math.min(pdf.numPages, MAX_PAGES) && text.length < DOCUMENT_TEXT_LIMIT; page += 1) {
    const { items } = await (await pdf.getPage(page)).getTextContent();
    for (const item of items) if ('str' in item) text += item.hasEOL ? `${item.str}\n` : item.str;
    text += '\n';
  }
  return cleanText(text.replace(HYPHENATED, '$1'));
};

/** A word that goes on in the next line. */
const HYPHENATED = /(\p{Ll})-\n(?=\p{Ll})/gu;
