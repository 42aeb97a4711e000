import type { ViolationMessage } from '../../schema/violations.ts';
import { useAttachment } from '../screens/attachment.tsx';
import { useUser } from '../session.ts';
import { Message } from '../thread/message.tsx';
import { Badge, Tag } from '../ui/badge.tsx';

/** One message of a violation's thread; one's own stand on the right. */
export const ThreadMessage = ({ message }: { message: ViolationMessage }) => {
  const { id: user_id } = useUser();
  const attachment = useAttachment('violations', message);
  return (
    <Message
      id={message.id}
      author={message.sender_name}
      is_staff={message.is_staff}
      html={message.message}
      sent_at={message.sent_at}
      own={message.sender_id === user_id}
      internal={message.is_internal}
      marks={
        <>
          {message.is_staff && <Tag>Staff</Tag>}
          {message.is_internal && <Badge tone="warn">Internal</Badge>}
        </>
      }
    >
      {attachment && <div className="mt-2">{attachment}</div>}
    </Message>
  );
};
