import { clsx } from 'clsx';
import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { useBackKey } from './place.ts';

export const useDocumentTitle = (title: string): void => {
  useEffect(() => {
    document.title = `${title} · Porchlight`;
  }, [title]);
};

let arrivals = 0;

/** Moves focus to the screen's heading after a navigation, for screen readers. Not on first load, nor while typing. */
const useArrival = () => {
  const heading = useRef<HTMLHeadingElement>(null);
  const [path] = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what makes it an arrival
  useEffect(() => {
    arrivals += 1;
    const focused = document.activeElement;
    const isTyping = focused?.closest('main, [role="dialog"]') && focused.matches('input, textarea, [contenteditable]');
    if (arrivals > 1 && !isTyping) heading.current?.focus({ preventScroll: true });
  }, [path]);
  return heading;
};

type Props = {
  title: string;
  documentTitle?: string;
  subtitle?: ReactNode;
  actions?: ReactNode;
  /** The title is what people wrote: actions go under it before they squeeze it. */
  isLong?: boolean;
};

export const PageHeader = ({ title, documentTitle, subtitle, actions, isLong = false }: Props) => {
  const heading = useArrival();
  useDocumentTitle(documentTitle ?? title);
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div className={clsx('min-w-0', isLong ? 'md:flex-[1_0_20rem]' : 'md:flex-[1_0_14rem]')}>
        <h1
          ref={heading}
          tabIndex={-1}
          className="font-[640] text-2xl tracking-[-0.018em] [overflow-wrap:anywhere] max-md:text-[1.5rem]"
        >
          {title}
        </h1>
        {subtitle && (
          <div className={clsx('mt-1 text-ink-2', typeof subtitle === 'string' && 'print:hidden')}>{subtitle}</div>
        )}
      </div>
      {actions && <div className="flex flex-wrap items-center gap-2 md:max-w-full md:shrink-0">{actions}</div>}
    </div>
  );
};

type BreadcrumbProps = {
  entries: readonly { label: string; href?: string }[];
  /** At the end of the line. */
  aside?: ReactNode;
};

/** The last entry is the current screen and has no link. Escape leads to the first. */
export const Breadcrumb = ({ entries, aside }: BreadcrumbProps) => {
  useBackKey(entries[0]?.href);
  return (
    <nav aria-label="Breadcrumb" className="-mb-2 flex items-center gap-2 text-ink-3 text-sm print:hidden">
      <ol className="flex min-w-0 flex-1 items-center gap-1">
        {entries.map(({ label, href }, index) => (
          <Fragment key={label}>
            {index > 0 && <ChevronRight aria-hidden className="size-3.5 shrink-0" />}
            <li className={clsx('min-w-0 truncate', (index === 0 || index > 1) && 'shrink-0')}>
              {href ? (
                <Link href={href} className="block truncate py-1 hover:text-ink hover:underline touch:-my-2 touch:py-3">
                  {label}
                </Link>
              ) : (
                <span aria-current="page" className="font-medium text-ink-2">
                  {label}
                </span>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
      {aside}
    </nav>
  );
};
