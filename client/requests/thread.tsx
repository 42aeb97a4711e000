import { uuidv7 } from 'uuidv7';
import type { Request, RequestComment } from '../../schema/tables/requests.ts';
import { canManage } from '../../sync/requests.ts';
import { paths } from '../paths.ts';
import { RecordLoader } from '../screens/record-loader.tsx';
import { TwoColumns } from '../screens/two-columns.tsx';
import { useUser } from '../session.ts';
import { save } from '../store.ts';
import { Composer } from '../thread/composer.tsx';
import { Message, Messages } from '../thread/messages.tsx';
import { Tag } from '../ui/badge.tsx';
import { Breadcrumb } from '../ui/page.tsx';
import { LOADER, useComments } from './model.ts';
import { drafts } from './outbox.ts';
import { RequestHeader, RequestSide } from './parts.tsx';

/** /requests/:id/messages */
const RequestThread = () => (
  <RecordLoader {...LOADER} failed="Failed to load data">
    {(request) => <Thread request={request} />}
  </RecordLoader>
);

export default RequestThread;

const Thread = ({ request }: { request: Request }) => (
  <>
    <Breadcrumb
      entries={[LOADER.list, { label: request.title, href: paths.request(request.id) }, { label: 'Messages' }]}
    />
    <RequestHeader request={request} documentTitle={`Messages: ${request.title}`} />
    <TwoColumns hideSide side={<RequestSide request={request} />}>
      <Conversation request_id={request.id} />
    </TwoColumns>
  </>
);

const Conversation = ({ request_id }: { request_id: string }) => {
  const comments = useComments(request_id);
  return (
    <>
      <Messages empty={{ title: 'No messages yet', hint: 'Write the first one below.' }}>
        {comments.map((comment) => (
          <Comment key={comment.id} comment={comment} />
        ))}
      </Messages>
      <Composer
        draftKey={drafts.message(request_id)}
        back={{ label: 'Back to Request', href: paths.request(request_id) }}
        write={(message) => save('addRequestComment', { id: uuidv7(), request_id, message, is_public: true })}
      />
    </>
  );
};

const Comment = ({ comment }: { comment: RequestComment }) => {
  const board = canManage(useUser());
  return (
    <Message
      id={comment.id}
      author={comment.author_name}
      is_staff={comment.is_staff}
      html={comment.message}
      sent_at={comment.created_at}
      marks={
        <>
          {board && comment.is_staff && <Tag>Staff</Tag>}
          {!comment.is_public && <Tag>Board only</Tag>}
        </>
      }
    />
  );
};
