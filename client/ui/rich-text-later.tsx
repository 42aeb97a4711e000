import { clsx } from 'clsx';
import { plainText } from '../../schema/rich-text.ts';
import { lazyPart } from './on-demand.ts';

type Props = { html: string; className?: string };

const PlainText = ({ html, className }: Props) => (
  <div className={clsx('rich whitespace-pre-line', className)}>{plainText(html)}</div>
);

/** RichText for screens that must stand at once: its words without their form until the code that cleans HTML has come, and
 * where it does not come. */
export const RichTextLater = lazyPart<Props>(
  () =>
    import('./rich-text.tsx').then(
      ({ RichText }) => ({ default: RichText }),
      () => ({ default: PlainText }),
    ),
  PlainText,
);
