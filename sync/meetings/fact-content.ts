import { plainText } from '../../schema/rich-text.ts';
import type { MeetingFact } from '../../schema/tables/meetings.ts';
import { variantId } from './variant-id.ts';

type Content = Pick<MeetingFact, 'kind' | 'subject' | 'data' | 'text' | 'at' | 'by' | 'desk' | 'replaces'>;

/** What a fact says: all but how and when it came. The server sanitizes the text, so only its words count. */
export const contentOf = ({ kind, subject, data, text, at, by, desk, replaces }: Content): string =>
  JSON.stringify([kind, subject, data, plainText(text), at, by, desk, replaces], byName);

const byName = (_name: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;

/** The id under which another content of the same fact is kept. */
export const otherId = (fact: Content & { id: string }): string => variantId(fact.id, contentOf(fact));
