export const DOCUMENT_CATEGORIES = [
  'Bylaws',
  'Financials',
  'Meeting Minutes',
  'Legal',
  'Architectural',
  'Insurance',
  'Maintenance',
  'Other',
] as const;
export type DocumentCategory = (typeof DOCUMENT_CATEGORIES)[number];
export const DOCUMENT_NOTES_LIMIT = 500;

/** Characters of a document's text that are kept, in rows of at most DOCUMENT_TEXT_PART: about a hundred pages. */
export const DOCUMENT_TEXT_PARTS = 8;
export const DOCUMENT_TEXT_PART = 30_000;
export const DOCUMENT_TEXT_LIMIT = DOCUMENT_TEXT_PARTS * DOCUMENT_TEXT_PART;

/** A file's text, as a device has read it: words and single spaces, cut to the limit. */
export const cleanText = (text: string): string =>
  text
    .slice(0, 2 * DOCUMENT_TEXT_LIMIT)
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, DOCUMENT_TEXT_LIMIT)
    .replace(/\p{Cs}/gu, '');
