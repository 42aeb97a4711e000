import type { RequestComment } from '../../../schema/tables/requests.ts';
import { canManage } from '../../../sync/requests/entity.ts';
import { useUser } from '../../device/session.ts';
import { save } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { MessageAttachments } from '../../screens/attachment.tsx';
import { Badge, Tag } from '../../ui/badge.tsx';
import { Composer } from '../thread/composer.tsx';
import { useIsAtThread } from '../thread/conversation.tsx';
import { Message, Messages } from '../thread/messages.tsx';
import { drafts } from './outbox.ts';

export const Thread = ({ request_id, comments }: { request_id: string; comments: readonly RequestComment[] }) => (
  <Messages
    empty={{ title: 'No messages yet', hint: 'Write the first one below.' }}
    back={useIsAtThread() ? { label: 'Back to Request', href: paths.request(request_id) } : null}
  >
    {comments.map((comment) => (
      <Comment key={comment.id} comment={comment} />
    ))}
  </Messages>
);

export const Answer = ({ request_id }: { request_id: string }) => (
  <Composer
    draftKey={drafts.message(request_id)}
    focused={useIsAtThread()}
    attachTo={{ feature: 'requests', entity: 'requestComment' }}
    write={(id, message) => save('addRequestComment', { id, request_id, message, is_public: true })}
  />
);

const Comment = ({ comment }: { comment: RequestComment }) => {
  const user = useUser();
  return (
    <Message
      id={comment.id}
      author={comment.author_name}
      is_staff={comment.is_staff}
      html={comment.message}
      sent_at={comment.created_at}
      own={comment.user_id === user.id}
      internal={!comment.is_public}
      marks={
        <>
          {canManage(user) && comment.is_staff && <Tag>Staff</Tag>}
          {!comment.is_public && <Badge tone="warn">Internal</Badge>}
        </>
      }
    >
      <MessageAttachments entity="requestComment" of={comment} />
    </Message>
  );
};
