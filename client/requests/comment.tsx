import type { RequestComment } from '../../schema/requests.ts';
import { canManage } from '../../sync/requests.ts';
import { useUser } from '../session.ts';
import { Message } from '../thread/message.tsx';
import { Tag } from '../ui/badge.tsx';

/** One message of a request's thread. Residents see staff as the server named them. */
export const Comment = ({ comment }: { comment: RequestComment }) => {
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
