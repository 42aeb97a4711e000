import { plainText } from '../../schema/rich-text.ts';
import type { PdfParagraph } from './document.ts';

const STYLE_OF: Record<string, PdfParagraph['style']> = {
  h1: 'title',
  h2: 'subtitle',
  h3: 'heading',
  h4: 'strong',
  h5: 'strong',
  h6: 'strong',
  li: 'bullet',
};

/** The paragraphs of sanitized rich text; what is bold as a whole is so there, too. */
export const paragraphsOf = (html: string): PdfParagraph[] => {
  const found: PdfParagraph[] = [];
  let style: PdfParagraph['style'] = 'body';
  let open = '';
  const close = () => {
    const text = plainText(open);
    const isStrong = style === 'body' && /^\s*<strong>[\s\S]*<\/strong>\s*$/.test(open);
    if (text) found.push({ style: isStrong ? 'strong' : style, text });
    open = '';
  };
  for (const part of html.split(/(<\/?(?:p|br|ul|ol|li|blockquote|h[1-6])\b[^>]*>)/i)) {
    const tag = /^<(\/?)([a-z]+\d?)/i.exec(part);
    const name = tag?.[2]?.toLowerCase() ?? '';
    if (!tag || name === 'strong' || name === 'em' || name === 'u') {
      open += part;
      continue;
    }
    close();
    // A paragraph inside of a list item keeps its bullet.
    if (name === 'p' || name === 'br') continue;
    style = tag[1] ? 'body' : (STYLE_OF[name] ?? 'body');
  }
  close();
  return found;
};
