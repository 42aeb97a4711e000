import { clsx } from 'clsx';
import DOMPurify from 'dompurify';
import { useMemo } from 'react';
import { RICH_TAGS } from '../../schema/rich-text.ts';

const ONLY = { ALLOWED_TAGS: RICH_TAGS, ALLOWED_ATTR: [], ALLOW_ARIA_ATTR: false, ALLOW_DATA_ATTR: false };

/** HTML with only the tags of RICH_TAGS and no attributes. Use it for display and before sending. */
export const sanitize = (html: string): string => DOMPurify.sanitize(html, ONLY);

export const RichText = ({ html, className }: { html: string; className?: string }) => {
  const clean = useMemo(() => sanitize(html), [html]);
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it was sanitized on the line above
  return <div className={clsx('rich', className)} dangerouslySetInnerHTML={{ __html: clean }} />;
};
