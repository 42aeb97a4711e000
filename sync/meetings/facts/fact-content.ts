import { plainText } from '../../../schema/rich-text.ts';
import type { MeetingFact } from '../../../schema/tables/meetings.ts';

type Content = Pick<MeetingFact, 'kind' | 'subject' | 'data' | 'text' | 'at' | 'by' | 'desk' | 'replaces'>;

/** The statement of a fact: all but how and when it came. The server sanitizes the text, so only its words count. */
export const contentOf = ({ kind, subject, data, text, at, by, desk, replaces }: Content): string =>
  JSON.stringify([kind, subject, data, plainText(text), at, by, desk, replaces], byName);

const byName = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The id under which another content of the same fact is kept. */
export const otherId = (fact: Content & { id: string }): string => variantId(fact.id, contentOf(fact));

/** The id of another content under the same id: a UUID of version 8, the same on every device. */
export const variantId = (id: string, content: string): string => {
  const hex = [1, 2, 3, 4].map((seed) => hash(`${seed}${id}${content}`).toString(16).padStart(8, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
};

/** FNV-1a, 32 bits. */
const hash = (text: string): number => {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
};
