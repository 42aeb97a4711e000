import { uuidv7 } from 'uuidv7';
import type { Violation, ViolationMessage } from '../../schema/tables/violations.ts';
import { paths } from '../paths.ts';
import { Attachment, useAttachment } from '../screens/attachment.tsx';
import { RecordLoader } from '../screens/record-loader.tsx';
import { TwoColumns } from '../screens/two-columns.tsx';
import { useUser } from '../session.ts';
import { save } from '../store.ts';
import { Composer } from '../thread/composer.tsx';
import { Message, Messages } from '../thread/messages.tsx';
import { Badge, Tag } from '../ui/badge.tsx';
import { Breadcrumb } from '../ui/page.tsx';
import { LOADER, useMessages } from './model.ts';
import { drafts } from './outbox.ts';
import { ViolationHeader, ViolationSide } from './parts.tsx';

/** /compliance/:id/messages and /violations/:id/messages */
const ViolationThread = () => (
  <RecordLoader {...LOADER}>{(violation) => <Thread violation={violation} />}</RecordLoader>
);

export default ViolationThread;

const Thread = ({ violation }: { violation: Violation }) => (
  <>
    <Breadcrumb
      entries={[LOADER.list, { label: violation.title, href: paths.violation(violation.id) }, { label: 'Messages' }]}
    />
    <ViolationHeader violation={violation} documentTitle={`Messages: ${violation.title}`} />
    <TwoColumns hideSide side={<ViolationSide violation={violation} />}>
      <Conversation violation_id={violation.id} />
    </TwoColumns>
  </>
);

const Conversation = ({ violation_id }: { violation_id: string }) => {
  const messages = useMessages(violation_id);
  return (
    <>
      <Messages empty={{ title: 'No messages yet. Start the conversation!' }}>
        {messages.map((message) => (
          <ThreadMessage key={message.id} message={message} />
        ))}
      </Messages>
      <Composer
        draftKey={drafts.message(violation_id)}
        back={{ label: 'Back to Violation', href: paths.violation(violation_id) }}
        write={(message) => save('addViolationMessage', { id: uuidv7(), violation_id, message, is_internal: false })}
      />
    </>
  );
};

const ThreadMessage = ({ message }: { message: ViolationMessage }) => {
  const { id: user_id } = useUser();
  const attachment = useAttachment(message);
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
      {attachment && (
        <div className="mt-2">
          <Attachment feature="violations" file={attachment} />
        </div>
      )}
    </Message>
  );
};
