import { MessageSquare } from 'lucide-react';
import type { Request } from '../../schema/requests.ts';
import { paths } from '../paths.ts';
import { useSync } from '../store.ts';
import { Card } from '../ui/card.tsx';
import { EmptyState, SkeletonRows } from '../ui/list.tsx';
import { Breadcrumb } from '../ui/page.tsx';
import { useComments } from './comments.ts';
import { Composer } from './composer.tsx';
import { RequestGate } from './gate.tsx';
import { RequestHead } from './head.tsx';
import { Message } from './message.tsx';
import { Side } from './side.tsx';

/** /requests/:id/messages */
const RequestThread = () => (
  <RequestGate failed="Failed to load data">{(request) => <Thread request={request} />}</RequestGate>
);

export default RequestThread;

const Thread = ({ request }: { request: Request }) => (
  <>
    <Breadcrumb
      entries={[
        { label: 'Requests', href: paths.requests() },
        { label: request.title, href: paths.request(request.id) },
        { label: 'Messages' },
      ]}
    />
    <RequestHead request={request} documentTitle={`Messages: ${request.title}`} />
    <div className="grid items-start gap-5.5 lg:grid-cols-[minmax(0,1fr)_18.75rem]">
      <div className="grid gap-3.5">
        <Messages request_id={request.id} />
        <Composer request_id={request.id} />
      </div>
      <div className="grid gap-3.5 max-lg:hidden">
        <Side request={request} />
      </div>
    </div>
  </>
);

const Messages = ({ request_id }: { request_id: string }) => {
  const comments = useComments(request_id);
  const { phase } = useSync();
  return (
    <div role="log" aria-label="Messages">
      {comments.length > 0 ? (
        <Card flush>
          <ol>
            {comments.map((comment) => (
              <Message key={comment.id} comment={comment} />
            ))}
          </ol>
        </Card>
      ) : phase === 'first' ? (
        <SkeletonRows rows={3} />
      ) : (
        <EmptyState icon={MessageSquare} title="No messages yet" hint="Write the first one below." />
      )}
    </div>
  );
};
