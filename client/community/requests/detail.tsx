import { MessageSquare } from 'lucide-react';
import { REQUEST_STATUSES } from '../../../schema/requests.ts';
import type { Request, RequestComment } from '../../../schema/tables/requests.ts';
import { canManage, conflictsOf } from '../../../sync/requests/entity.ts';
import { useUser } from '../../device/session.ts';
import { save, useRows } from '../../device/store.ts';
import { useMarkOpened } from '../../device/visits.ts';
import { NotesEditor, useNotes } from '../../forms/notes.tsx';
import { paths } from '../../paths.ts';
import { MessageAttachments, TextAttachments } from '../../screens/attachment.tsx';
import { optionsOf } from '../../screens/filter-bar.tsx';
import { Neighbors } from '../../screens/neighbors.tsx';
import { RecordLoader } from '../../screens/record-loader.tsx';
import { Badge, Tag } from '../../ui/badge.tsx';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Breadcrumb } from '../../ui/page.tsx';
import { PrintButton } from '../../ui/print-button.tsx';
import { RichText } from '../../ui/rich-text.tsx';
import { Composer } from '../thread/composer.tsx';
import { Conversation, useIsAtThread } from '../thread/conversation.tsx';
import { Message, Messages } from '../thread/messages.tsx';
import { EntryLink } from './about-entry.tsx';
import { LOADER, NEIGHBORS, useComments } from './model.ts';
import { drafts } from './outbox.ts';
import { RequestHeader, RequestSide } from './side.tsx';

/** /requests/:id and /requests/:id/messages */
const RequestDetail = () => (
  <RecordLoader {...LOADER} failed={useIsAtThread() ? 'Failed to load data' : 'Failed to load request'}>
    {(request) => <Detail request={request} />}
  </RecordLoader>
);

export default RequestDetail;

const Detail = ({ request }: { request: Request }) => {
  const { id, title } = request;
  const comments = useComments(id);
  useMarkOpened(request);
  const notes = useRequestNotes(request);
  const board = canManage(useUser());
  return (
    <>
      <RequestBreadcrumb request={request} />
      <RequestHeader
        request={request}
        documentTitle={useIsAtThread() ? `Messages: ${title}` : title}
        actions={
          <>
            <PrintButton />
            <LinkButton icon={MessageSquare} href={paths.requestMessages(id)}>
              Messages ({comments.length})
            </LinkButton>
          </>
        }
      />
      <Conversation
        count={comments.length}
        side={<RequestSide request={request} onAddNotes={board && !notes.draft ? notes.begin : null} />}
        thread={<Thread request_id={id} comments={comments} />}
        composer={<Answer request={request} />}
      >
        <Description request={request} />
        <ResolutionNotes text={request.resolution_notes} board={board} notes={notes} />
      </Conversation>
    </>
  );
};

const Description = ({ request }: { request: Request }) => {
  const entry = useRows('entry').get(request.entry_id);
  return (
    <Card title="Description">
      <RichText html={request.description} />
      {entry && (
        <p className="pt-2">
          About <EntryLink entry={entry} />
        </p>
      )}
      <TextAttachments entity="request" of={request} />
    </Card>
  );
};

type Props = { text: string | null; board: boolean; notes: ReturnType<typeof useNotes> };

const ResolutionNotes = ({ text, board, notes }: Props) => {
  const isEditing = board && notes.draft !== null;
  if (!text && !isEditing) return null;
  return (
    <Card
      title="Resolution Notes"
      actions={
        board &&
        !isEditing && (
          <Button size="small" variant="ghost" onClick={notes.begin} className="-my-1">
            Edit Notes
          </Button>
        )
      }
    >
      {isEditing ? (
        <NotesEditor edit={notes} />
      ) : (
        <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
      )}
    </Card>
  );
};

const RequestBreadcrumb = ({ request: { id, title } }: { request: Request }) => (
  <Breadcrumb
    entries={
      useIsAtThread()
        ? [LOADER.list, { label: title, href: paths.request(id) }, { label: 'Messages' }]
        : [LOADER.list, { label: title }]
    }
    aside={<Neighbors {...NEIGHBORS} id={id} />}
  />
);

const useRequestNotes = (request: Request) =>
  useNotes({
    draftKey: drafts.notes(request.id),
    row: request,
    conflictsOf: (change) => conflictsOf(request, change),
    write: ({ resolution_notes, base }) =>
      save('updateRequest', { id: request.id, resolution_notes: resolution_notes.trim() || null, base }),
  });

const Thread = ({ request_id, comments }: { request_id: string; comments: readonly RequestComment[] }) => (
  <Messages
    entity="requestComment"
    empty={{ title: 'No messages yet', hint: 'Write the first one below.' }}
    back={useIsAtThread() ? { label: 'Back to Request', href: paths.request(request_id) } : null}
  >
    {comments.map((comment) => (
      <Comment key={comment.id} comment={comment} />
    ))}
  </Messages>
);

const STATUSES = optionsOf(REQUEST_STATUSES);

const Answer = ({ request: { id: request_id, status: current } }: { request: Request }) => (
  <Composer
    draftKey={drafts.message(request_id)}
    focused={useIsAtThread()}
    attachTo={{ feature: 'requests', entity: 'requestComment' }}
    write={(id, message, status) =>
      save('addRequestComment', { id, request_id, message, is_public: true, ...(status && { status }) })
    }
    statuses={
      canManage(useUser()) && {
        current,
        options: STATUSES,
        undo: () => save('updateRequest', { id: request_id, status: current }),
      }
    }
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
