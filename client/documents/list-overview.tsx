import { Link } from 'wouter';
import { DOCUMENT_CATEGORIES, type Document } from '../../schema/documents.ts';
import type { summary } from '../../sync/documents.ts';
import { Card, StatCards } from '../ui/card.tsx';
import { formatCount, formatDate } from '../ui/format.ts';
import { Access } from './access.tsx';
import { listPath } from './filters.ts';

type Figures = ReturnType<typeof summary>;

/** The board's counts over all documents. Not `known`: nothing has come yet. */
export const Counts = ({ total, publicTotal, known }: Figures & { known: boolean }) => (
  <StatCards
    stats={[
      { label: 'Total Documents', value: known ? total : '–', href: listPath({}) },
      { label: 'Public Documents', value: known ? publicTotal : '–' },
    ]}
  />
);

/** The three newest documents, and how many there are of each category. */
export const Overview = ({ recent, byCategory }: Figures) => (
  <div className="grid items-start gap-4.5 md:grid-cols-2">
    <Card title="Recent Uploads" flush>
      <ul className="py-1.5">{recent.map(Recent)}</ul>
    </Card>
    <Card title="Document Categories" flush>
      <ul className="py-1.5 lg:grid lg:grid-flow-col lg:grid-cols-2 lg:grid-rows-4">
        {DOCUMENT_CATEGORIES.map((category) => (
          <li key={category}>
            <Link href={listPath({ category })} className={`${ROW} -outline-offset-2 hover:bg-sunk/60`}>
              <span className="flex-1">{category}</span>
              <span className="num text-ink-2">{formatCount(byCategory[category])}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  </div>
);

const ROW = 'flex min-h-9 items-center gap-3 px-4 py-1 max-md:min-h-11';

const Recent = ({ id, title, is_public, uploaded_by_name, created_at }: Document) => (
  <li key={id} className={ROW}>
    <span className="min-w-0 flex-1 truncate">{title}</span>
    <Access isPublic={is_public} />
    <span className="min-w-0 max-w-36 truncate text-ink-3 text-sm max-lg:hidden">{uploaded_by_name}</span>
    <span className="num text-ink-3 text-sm max-md:hidden">{formatDate(created_at)}</span>
  </li>
);
