import sanitizeHtml from 'sanitize-html';
import { RICH_LIMIT } from '../../schema/inputs.ts';
import { RICH_TAGS } from '../../schema/rich-text.ts';
import { Refusal } from '../../sync/tx.ts';

const NON_TEXT_TAGS = ['script', 'style', 'template', 'iframe', 'noscript', 'textarea', 'option', 'xmp', 'title'];
const MAX_NESTING = 50;

/** Keeps RICH_TAGS without attributes. Throws Refusal('invalid') if escaping makes the text longer than RICH_LIMIT. */
export const sanitizeRich = (html: string): string => {
  const clean = sanitizeHtml(html, {
    allowedTags: RICH_TAGS,
    allowedAttributes: {},
    nonTextTags: NON_TEXT_TAGS,
    disallowedTagsMode: 'discard',
    nestingLimit: MAX_NESTING,
  });
  if (clean.length <= RICH_LIMIT) return clean;
  throw new Refusal('invalid', `Cannot exceed ${RICH_LIMIT.toLocaleString('en-US')} characters`);
};
