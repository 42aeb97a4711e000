import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Ago } from '../ui/ago.tsx';
import { Card } from '../ui/card.tsx';
import { formatCount } from '../ui/format.ts';

type OverviewRow = { id: string; title: string; created_at: string };

/** The newest records, and how many there are of each category, as links. */
export const Overview = <Row extends OverviewRow, Category extends string>({
  recent,
  href,
  status,
  heading,
  byCategory,
  categoryHref,
}: {
  recent: readonly Row[];
  href: (id: string) => string;
  status: (row: Row) => ReactNode;
  heading: string;
  byCategory: Record<Category, number>;
  categoryHref: (category: Category) => string;
}) => (
  <div data-overview className="grid items-start gap-4.5 md:grid-cols-[minmax(0,1fr)_18.75rem]">
    <Card title="Recent Activity" flush>
      {recent.length === 0 && <p className="px-4 pt-1.5 pb-3.5 text-ink-3">No activity yet</p>}
      <ul className="py-1.5 empty:hidden">
        {recent.map((row) => (
          <li key={row.id}>
            <Link href={href(row.id)} className={ROW}>
              <span className="min-w-0 flex-1 truncate">{row.title}</span>
              {status(row)}
              <Ago at={row.created_at} className="num text-ink-3 text-sm max-md:hidden" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
    <CategoryCard title={heading} byCategory={byCategory} href={categoryHref} />
  </div>
);

type Props<Category extends string> = {
  title: string;
  byCategory: Record<Category, number>;
  href: (category: Category) => string;
  className?: string;
};

/** How many records there are of each category, as links; `className` for the list. */
export const CategoryCard = <Category extends string>({ title, byCategory, href, className }: Props<Category>) => (
  <Card title={title} flush>
    <ul className={clsx('py-1.5', className)}>
      {(Object.keys(byCategory) as Category[]).map((category) => (
        <li key={category}>
          <Link href={href(category)} className={ROW}>
            <span className="flex-1">{category}</span>
            <span className="num text-ink-2">{formatCount(byCategory[category])}</span>
          </Link>
        </li>
      ))}
    </ul>
  </Card>
);

const ROW = 'flex min-h-9 items-center gap-3 px-4 py-1 -outline-offset-2 hover:bg-sunk/60 touch:min-h-11';
