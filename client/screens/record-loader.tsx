import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import type { Rows } from '../../schema/rows.ts';
import { useRows, useSync } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { SkeletonRows } from '../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';

type Words = {
  /** "Request" */
  name: string;
  list: { label: string; href: string };
  /** "Back to Requests" */
  back: string;
  absent: string;
  /** The screen's sentence for a load that did not succeed. */
  failed: string;
};

/** Gives its children the record that the address names, or says why there is none. */
export const RecordGate = <E extends 'request' | 'violation' | 'due' | 'invoice'>({
  entity,
  children,
  ...words
}: Words & { entity: E; children: (record: Rows[E]) => ReactNode }) => {
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
  if (sync.phase === 'ready') return <Absent {...words} message={words.absent} />;
  return sync.failed ? <Absent {...words} message={words.failed} /> : <Absent {...words} />;
};

const Absent = ({ name, list, back, message }: Words & { message?: string }) => (
  <>
    <Breadcrumb entries={[list, { label: name }]} />
    <PageHeader title={name} />
    {message ? (
      <>
        <Alert tone="error">{message}</Alert>
        <div className="flex gap-2">
          <LinkButton href={list.href}>{back}</LinkButton>
          <Button onClick={() => location.reload()}>Try Again</Button>
        </div>
      </>
    ) : (
      <SkeletonRows rows={4} />
    )}
  </>
);
