import { clsx } from 'clsx';
import { type ReactNode, type Ref, useId } from 'react';
import { Link } from 'wouter';
import { FieldContext } from './field-context.ts';
import { formatCount } from './format.ts';

type Props = {
  title?: string;
  actions?: ReactNode;
  flush?: boolean;
  className?: string;
  ref?: Ref<HTMLElement>;
  children: ReactNode;
};

/** A section with a heading where it has a `title`; `flush` removes the padding. */
export const Card = ({ title, actions, flush = false, className, ref, children }: Props) => (
  <section
    ref={ref}
    className={clsx('min-w-0 rounded-lg border border-line bg-card shadow-card print:border-0', className)}
  >
    {title && (
      <div className="flex items-center justify-between gap-3 px-4 pt-3 print:px-0 print:pt-1">
        <h2 className="font-semibold text-lg tracking-[-0.01em]">{title}</h2>
        {actions}
      </div>
    )}
    {flush ? children : <div className="px-4 py-3.5 print:px-0 print:py-1.5">{children}</div>}
  </section>
);

type FactsProps = {
  entries: readonly (readonly [term: string, value: ReactNode])[];
  /** Its terms are longer. */
  isWide?: boolean;
};

const TERMS = 'grid-cols-[5.75rem_minmax(0,1fr)]';
const WIDE_TERMS = 'grid-cols-[6.75rem_minmax(0,1fr)]';

/** Terms and values in two columns; entries without a value are left out. A control among the values is labelled by its
 * term. */
export const Facts = ({ entries, isWide = false }: FactsProps) => (
  <dl className={clsx('grid gap-x-3 gap-y-2', isWide ? WIDE_TERMS : TERMS)}>
    {entries
      .filter(([, value]) => value !== null && value !== undefined && value !== '' && value !== false)
      .map(([term, value]) => (
        <Fact key={term} term={term} value={value} />
      ))}
  </dl>
);

const Fact = ({ term, value }: { term: string; value: ReactNode }) => {
  const id = useId();
  const ids = { control: `${id}control`, label: `${id}label`, describedBy: undefined, invalid: false, required: false };
  return (
    <div className="contents">
      <dt id={ids.label} className="text-ink-3 has-[+dd_.control]:pt-1.5 has-[+dd_.control]:max-md:pt-2.5">
        {term}
      </dt>
      <dd className="min-w-0 [overflow-wrap:anywhere]">
        <FieldContext value={ids}>{value}</FieldContext>
      </dd>
    </div>
  );
};

export type Stat = { label: string; value: number | string; href?: string; onSelect?: () => void; hint?: string };

type StatCardsProps = { stats: readonly Stat[]; loaded?: boolean; strip?: boolean };

/** Shows dashes until `loaded`. As a `strip`, phones have them in one low row. */
export const StatCards = ({ stats, loaded = true, strip = false }: StatCardsProps) => (
  <div
    data-figures
    className={clsx(
      'grid grid-cols-2 gap-px has-[>:nth-child(3):last-child]:grid-cols-3 overflow-hidden rounded-lg border border-line bg-line shadow-card md:auto-cols-fr md:grid-flow-col md:grid-cols-none',
      strip && STRIP,
    )}
  >
    {stats.map((stat) => (
      <StatCard key={stat.label} {...stat} value={loaded ? stat.value : '–'} />
    ))}
  </div>
);

/** The narrowest phones have no room for four beside each other. */
const STRIP = [
  'min-[22rem]:max-md:grid-cols-none! min-[22rem]:max-md:auto-cols-fr min-[22rem]:max-md:grid-flow-col',
  'max-md:*:px-2.5 max-md:*:py-1.5 max-md:*:text-xs max-md:*:leading-tight max-md:[&_b]:text-base',
  'max-md:[&_span.block]:text-xs max-md:[&_span.block]:leading-tight',
];

const StatCard = ({ label, value, href, onSelect, hint }: Stat) => {
  const className = 'block bg-card px-4.5 py-3.25 text-left text-ink no-underline transition-colors';
  const body = (
    <>
      <b className="num block font-[620] text-2xl tracking-[-0.02em]">
        {typeof value === 'number' ? formatCount(value) : value}
      </b>{' '}
      <span className="text-ink-2">{label}</span>
      {hint && <span className="block text-ink-3 text-sm">{hint}</span>}
    </>
  );
  const pressable = clsx(className, '-outline-offset-2 hover:bg-sunk');
  if (href)
    return (
      <Link href={href} className={pressable}>
        {body}
      </Link>
    );
  if (onSelect)
    return (
      <button type="button" onClick={onSelect} className={pressable}>
        {body}
      </button>
    );
  return <div className={className}>{body}</div>;
};
