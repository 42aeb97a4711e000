import { uuidv7 } from 'uuidv7';
import type { Request } from '../../schema/requests.ts';
import { drafts, paths } from '../paths.ts';
import { RecordGate } from '../screens/record-loader.tsx';
import { save } from '../store.ts';
import { Composer } from '../thread/composer.tsx';
import { Messages } from '../thread/messages.tsx';
import { Breadcrumb } from '../ui/page.tsx';
import { Comment } from './comment.tsx';
import { useComments } from './comments.ts';
import { RequestHead } from './head.tsx';
import { GATE } from './labels.ts';
import { Side } from './side.tsx';

/** /requests/:id/messages */
const RequestThread = () => (
  <RecordGate {...GATE} failed="Failed to load data">
    {(request) => <Thread request={request} />}
  </RecordGate>
);

export default RequestThread;

const Thread = ({ request }: { request: Request }) => (
  <>
    <Breadcrumb
      entries={[GATE.list, { label: request.title, href: paths.request(request.id) }, { label: 'Messages' }]}
    />
    <RequestHead request={request} documentTitle={`Messages: ${request.title}`} />
    <div className="grid grid-cols-1 items-start gap-5.5 lg:grid-cols-[minmax(0,1fr)_18.75rem]">
      <Conversation request_id={request.id} />
      <div className="grid grid-cols-1 gap-3.5 max-lg:hidden">
        <Side request={request} />
      </div>
    </div>
  </>
);

const Conversation = ({ request_id }: { request_id: string }) => {
  const comments = useComments(request_id);
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <Messages empty={{ title: 'No messages yet', hint: 'Write the first one below.' }}>
        {comments.map((comment) => (
          <Comment key={comment.id} comment={comment} />
        ))}
      </Messages>
      <Composer
        draftKey={drafts.requestMessage(request_id)}
        back={{ label: 'Back to Request', href: paths.request(request_id) }}
        write={(message) => save('addRequestComment', { id: uuidv7(), request_id, message, is_public: true })}
      />
    </div>
  );
};
