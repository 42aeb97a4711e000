import { RICH_LIMIT } from '../../schema/inputs.ts';
import { Refusal } from '../../sync/tx.ts';
import { cleanRichHtml } from './rich-html.ts';

/** Keeps RICH_TAGS without attributes. Throws Refusal('invalid') if escaping makes the text longer than RICH_LIMIT. */
export const sanitizeRich = (html: string): string => {
  const clean = cleanRichHtml(html);
  if (clean.length <= RICH_LIMIT) return clean;
  throw new Refusal('invalid', `Cannot exceed ${RICH_LIMIT.toLocaleString('en-US')} characters`);
};
