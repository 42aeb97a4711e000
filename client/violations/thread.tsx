import { uuidv7 } from 'uuidv7';
import type { Violation } from '../../schema/violations.ts';
import { drafts, paths } from '../paths.ts';
import { RecordGate } from '../screens/record-loader.tsx';
import { save } from '../store.ts';
import { Composer } from '../thread/composer.tsx';
import { Messages } from '../thread/messages.tsx';
import { Breadcrumb } from '../ui/page.tsx';
import { ViolationHead } from './head.tsx';
import { GATE } from './labels.ts';
import { ThreadMessage } from './message.tsx';
import { useMessages } from './messages.ts';
import { Side } from './side.tsx';

/** /compliance/:id/messages and /violations/:id/messages */
const ViolationThread = () => (
  <RecordGate {...GATE} failed="Failed to load violation">
    {(violation) => <Thread violation={violation} />}
  </RecordGate>
);

export default ViolationThread;

const Thread = ({ violation }: { violation: Violation }) => (
  <>
    <Breadcrumb
      entries={[GATE.list, { label: violation.title, href: paths.violation(violation.id) }, { label: 'Messages' }]}
    />
    <ViolationHead violation={violation} documentTitle={`Messages: ${violation.title}`} />
    <div className="grid grid-cols-1 items-start gap-5.5 lg:grid-cols-[minmax(0,1fr)_18.75rem]">
      <Conversation violation_id={violation.id} />
      <div className="grid grid-cols-1 gap-3.5 max-lg:hidden">
        <Side violation={violation} />
      </div>
    </div>
  </>
);

const Conversation = ({ violation_id }: { violation_id: string }) => {
  const messages = useMessages(violation_id);
  return (
    <div className="grid grid-cols-1 gap-3.5">
      <Messages empty={{ title: 'No messages yet. Start the conversation!' }}>
        {messages.map((message) => (
          <ThreadMessage key={message.id} message={message} />
        ))}
      </Messages>
      <Composer
        draftKey={drafts.violationMessage(violation_id)}
        back={{ label: 'Back to Violation', href: paths.violation(violation_id) }}
        write={(message) => save('addViolationMessage', { id: uuidv7(), violation_id, message, is_internal: false })}
      />
    </div>
  );
};
