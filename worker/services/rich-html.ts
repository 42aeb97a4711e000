import sanitizeHtml from 'sanitize-html';
import { RICH_TAGS } from '../../schema/rich-text.ts';

const NON_TEXT_TAGS = ['script', 'style', 'template', 'iframe', 'noscript', 'textarea', 'option', 'xmp', 'title'];
const MAX_NESTING = 50;

/** Keeps RICH_TAGS without attributes. The result may be longer, since text is escaped. Imports no zod: mails are loaded
 * on demand, and the bundler keeps all of a package that is reached that way, its languages too. */
export const cleanRichHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: RICH_TAGS,
    allowedAttributes: {},
    nonTextTags: NON_TEXT_TAGS,
    disallowedTagsMode: 'discard',
    nestingLimit: MAX_NESTING,
  });
