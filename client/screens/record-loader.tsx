import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import type { Entity, Rows } from '../../schema/rows.ts';
import { useRows, useSync } from '../device/store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { SkeletonRows } from '../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';

type Labels = {
  /** The title until the record is here: "Request" */
  name: string;
  list: { label: string; href: string };
  back: string;
  notFound: string;
  failed: string;
  /** Stands over the skeleton while the first sync runs. */
  loading?: string;
};

type Props<E extends Entity> = Labels & { entity: E; children: (record: Rows[E]) => ReactNode };

/** Gives its children the record whose id is in the address, from this device; or shows that it is loading, or why it is
 * missing. */
export const RecordLoader = <E extends Entity>({ entity, children, ...labels }: Props<E>) => {
  const { id = '' } = useParams<{ id: string }>();
  const record = useRows(entity).get(id);
  const sync = useSync();
  // Keyed, so that a draft or a message of one record never shows on another.
  if (record)
    return (
      <div key={id} className="contents">
        {children(record)}
      </div>
    );
  if (sync.phase === 'ready') return <Absent {...labels} error={labels.notFound} />;
  return <Absent {...labels} error={sync.failed ? labels.failed : null} />;
};

const Absent = ({ name, list, back, loading, error }: Labels & { error: string | null }) => (
  <>
    <Breadcrumb entries={[list, { label: name }]} />
    <PageHeader title={name} />
    {error ? (
      <>
        <Alert tone="error">{error}</Alert>
        <div className="flex gap-2">
          <LinkButton href={list.href}>{back}</LinkButton>
          <Button onClick={() => location.reload()}>Try Again</Button>
        </div>
      </>
    ) : (
      <>
        {loading && (
          <p role="status" className="text-ink-3">
            {loading}
          </p>
        )}
        <SkeletonRows rows={4} />
      </>
    )}
  </>
);
