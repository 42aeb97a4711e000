import { MessageSquare } from 'lucide-react';
import type { Violation, ViolationMessage } from '../../../schema/tables/violations.ts';
import { type Resolution, VIOLATION_STATUSES } from '../../../schema/violations.ts';
import { versionsOf } from '../../../sync/versions.ts';
import { canManage, conflictsOf, withNotes } from '../../../sync/violations/entity.ts';
import { FailedJobNotice } from '../../account/failed-jobs/failed-job-notice.tsx';
import { useUser } from '../../device/session.ts';
import { save } from '../../device/store.ts';
import { useMarkOpened } from '../../device/visits.ts';
import { NotesEditor, useNotes } from '../../forms/notes.tsx';
import { paths } from '../../paths.ts';
import { MessageAttachments, TextAttachments } from '../../screens/attachment.tsx';
import { optionsOf } from '../../screens/filter-bar.tsx';
import { Neighbors } from '../../screens/neighbors.tsx';
import { RecordLoader } from '../../screens/record-loader.tsx';
import { Badge, Tag } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card, Facts } from '../../ui/card.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { Breadcrumb } from '../../ui/page.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Composer } from '../thread/composer.tsx';
import { Conversation, useIsAtThread } from '../thread/conversation.tsx';
import { Message, Messages } from '../thread/messages.tsx';
import { LOADER, NEIGHBORS, putBackStatus, useMessages } from './model.ts';
import { drafts } from './outbox.ts';
import { ViolationHeader, ViolationSide } from './side.tsx';

/** /compliance/:id and /violations/:id, and the same with /messages */
const ViolationDetail = () => (
  <RecordLoader {...LOADER}>{(violation) => <Detail violation={violation} />}</RecordLoader>
);

export default ViolationDetail;

const Detail = ({ violation }: { violation: Violation }) => {
  const { id, title, resolution } = violation;
  const messages = useMessages(id);
  useMarkOpened(violation);
  return (
    <>
      <ViolationBreadcrumb violation={violation} />
      <ViolationHeader
        violation={violation}
        documentTitle={useIsAtThread() ? `Messages: ${title}` : title}
        actions={
          <>
            <PrintButton />
            <MessagesLink violation_id={id} messages={messages} />
          </>
        }
      />
      <FailedJobNotice subject_id={id} />
      <Conversation
        count={messages.length}
        side={<ViolationSide violation={violation} />}
        thread={<Thread violation_id={id} messages={messages} />}
        composer={<Answer violation={violation} />}
      >
        <Card title="Message">
          <RichText html={violation.message} />
          <TextAttachments entity="violation" of={violation} />
        </Card>
        {resolution && <ResolutionCard violation={violation} resolution={resolution} />}
      </Conversation>
    </>
  );
};

const ViolationBreadcrumb = ({ violation: { id, title } }: { violation: Violation }) => (
  <Breadcrumb
    entries={
      useIsAtThread()
        ? [LOADER.list, { label: title, href: paths.violation(id) }, { label: 'Messages' }]
        : [LOADER.list, { label: title }]
    }
    aside={<Neighbors {...NEIGHBORS} id={id} />}
  />
);

const MessagesLink = ({ violation_id, messages }: { violation_id: string; messages: readonly ViolationMessage[] }) => {
  const last = messages.at(-1);
  return (
    <LinkButton icon={MessageSquare} href={paths.violationMessages(violation_id)}>
      Messages ({messages.length})
      {last && <span className="num font-normal text-sm max-lg:hidden">· last {formatDateTime(last.sent_at)}</span>}
    </LinkButton>
  );
};

const ResolutionCard = ({ violation, resolution }: { violation: Violation; resolution: Resolution }) => {
  const { resolved_by_name, resolved_at, resolution_notes } = resolution;
  const board = canManage(useUser());
  const notes = useResolutionNotes(violation);
  const isEditing = board && notes.draft !== null;
  return (
    <Card
      title="Resolution"
      actions={
        board &&
        !isEditing && (
          <Button size="small" variant="ghost" onClick={notes.begin} className="-my-1">
            {resolution_notes ? 'Edit Notes' : 'Add Notes'}
          </Button>
        )
      }
    >
      <Facts
        entries={[
          ['Resolved by', resolved_by_name],
          ['Resolved', formatDateTime(resolved_at)],
          ['Notes', !isEditing && resolution_notes && <span className="whitespace-pre-line">{resolution_notes}</span>],
        ]}
      />
      {isEditing && (
        <div className="mt-3">
          <NotesEditor edit={notes} required />
        </div>
      )}
    </Card>
  );
};

const useResolutionNotes = (violation: Violation) =>
  useNotes({
    draftKey: drafts.notes(violation.id),
    row: withNotes(violation),
    conflictsOf: (change) => conflictsOf(violation, { status: violation.status, ...change }),
    write: ({ resolution_notes, base }) =>
      save('setViolationStatus', {
        id: violation.id,
        status: violation.status,
        resolution_notes: resolution_notes.trim(),
        base,
      }),
  });

const Thread = ({ violation_id, messages }: { violation_id: string; messages: readonly ViolationMessage[] }) => (
  <Messages
    entity="violationMessage"
    empty={{ title: 'No messages yet. Start the conversation!' }}
    back={useIsAtThread() ? { label: 'Back to Violation', href: paths.violation(violation_id) } : null}
  >
    {messages.map((message) => (
      <ThreadMessage key={message.id} message={message} />
    ))}
  </Messages>
);

const STATUSES = optionsOf(VIOLATION_STATUSES);

const Answer = ({ violation }: { violation: Violation }) => {
  const { id: violation_id, status: current } = violation;
  const base = versionsOf(withNotes(violation), ['resolution_notes']);
  return (
    <Composer
      draftKey={drafts.message(violation_id)}
      focused={useIsAtThread()}
      attachTo={{ feature: 'violations', entity: 'violationMessage' }}
      write={(id, message, status) =>
        save('addViolationMessage', {
          ...{ id, violation_id, message, is_internal: false },
          ...(status && { status, base }),
        })
      }
      statuses={canManage(useUser()) && { current, options: STATUSES, undo: () => putBackStatus(violation) }}
    />
  );
};

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
