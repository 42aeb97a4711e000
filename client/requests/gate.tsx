import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import type { Request } from '../../schema/requests.ts';
import { REQUEST_NOT_FOUND } from '../../sync/requests.ts';
import { paths } from '../paths.ts';
import { useRows, useSync } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { SkeletonRows } from '../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';

/** Gives its children the request that the address names, or says why there is none. `failed` is the screen's
 * sentence for a load that did not succeed. */
export const RequestGate = ({ failed, children }: { failed: string; children: (request: Request) => ReactNode }) => {
  const { id = '' } = useParams<{ id: string }>();
  const request = useRows('request').get(id);
  const sync = useSync();
  // Keyed, so that a draft or a message of one request never shows on another.
  if (request)
    return (
      <div key={id} className="contents">
        {children(request)}
      </div>
    );
  if (sync.phase === 'ready') return <Absent message={REQUEST_NOT_FOUND} />;
  return sync.failed ? <Absent message={failed} /> : <Absent />;
};

const Absent = ({ message }: { message?: string }) => (
  <>
    <Breadcrumb entries={[{ label: 'Requests', href: paths.requests() }, { label: 'Request' }]} />
    <PageHeader title="Request" />
    {message ? (
      <>
        <Alert tone="error">{message}</Alert>
        <div className="flex gap-2">
          <LinkButton href={paths.requests()}>Back to Requests</LinkButton>
          <Button onClick={() => location.reload()}>Try Again</Button>
        </div>
      </>
    ) : (
      <SkeletonRows rows={4} />
    )}
  </>
);
