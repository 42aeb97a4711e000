import type { ViolationMessage } from '../../../schema/tables/violations.ts';
import { useUser } from '../../device/session.ts';
import { save } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { MessageAttachments } from '../../screens/attachment.tsx';
import { Badge, Tag } from '../../ui/badge.tsx';
import { Composer } from '../thread/composer.tsx';
import { useIsAtThread } from '../thread/conversation.tsx';
import { Message, Messages } from '../thread/messages.tsx';
import { drafts } from './outbox.ts';

export const Thread = ({ violation_id, messages }: { violation_id: string; messages: readonly ViolationMessage[] }) => (
  <Messages
    empty={{ title: 'No messages yet. Start the conversation!' }}
    back={useIsAtThread() ? { label: 'Back to Violation', href: paths.violation(violation_id) } : null}
  >
    {messages.map((message) => (
      <ThreadMessage key={message.id} message={message} />
    ))}
  </Messages>
);

export const Answer = ({ violation_id }: { violation_id: string }) => (
  <Composer
    draftKey={drafts.message(violation_id)}
    focused={useIsAtThread()}
    attachTo={{ feature: 'violations', entity: 'violationMessage' }}
    write={(id, message) => save('addViolationMessage', { id, violation_id, message, is_internal: false })}
  />
);

const ThreadMessage = ({ message }: { message: ViolationMessage }) => {
  const { id: user_id } = useUser();
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
      <MessageAttachments entity="violationMessage" of={message} />
    </Message>
  );
};
