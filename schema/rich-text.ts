/** Allowed tags; no attribute is allowed. */
export const RICH_TAGS = 'p br strong em ul ol li blockquote h1 h2 h3 h4 h5 h6'.split(' ');

export const plainText = (html: string): string =>
  html
    .replace(/<(script|style|template|iframe|noscript)\b[\s\S]*?(<\/\1\s*>|$)/gi, ' ')
    .replace(/<!--[\s\S]*?(-->|$)/g, ' ')
    .replace(/<\/?[a-z!?][^>]*(>|$)/gi, ' ')
    .replace(/&(nbsp|#160|#xa0|ensp|emsp|thinsp|zwnj|zwj|#8203|#x200b);?/gi, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/[\s\u00a0\u200b-\u200d\ufeff]+/g, ' ')
    .trim();

export const isBlank = (html: string): boolean => plainText(html) === '';
