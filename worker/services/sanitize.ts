import sanitizeHtml from 'sanitize-html';
import { RICH_LIMIT } from '../../schema/inputs.ts';
import { RICH_TAGS } from '../../schema/rich-text.ts';
import { Refusal } from '../../sync/tx.ts';

/** Elements whose content is no text: dropped with all that is in them. */
const NON_TEXT_TAGS = ['script', 'style', 'template', 'iframe', 'noscript', 'textarea', 'option', 'xmp', 'title'];
const MAX_NESTING = 50;

/** Rich text with nothing but RICH_TAGS and no attribute. Throws Refusal('invalid') where escaping makes it too long. */
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
