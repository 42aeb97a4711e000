import { MessageSquare } from 'lucide-react';
import type { Request } from '../../schema/requests.ts';
import { paths } from '../paths.ts';
import { RecordGate } from '../screens/record-loader.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Breadcrumb } from '../ui/page.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { useComments } from './comments.ts';
import { RequestHead } from './head.tsx';
import { GATE } from './labels.ts';
import { Side } from './side.tsx';

/** /requests/:id */
const RequestDetail = () => (
  <RecordGate {...GATE} failed="Failed to load request">
    {(request) => <Detail request={request} />}
  </RecordGate>
);

export default RequestDetail;

const Detail = ({ request }: { request: Request }) => (
  <>
    <Breadcrumb entries={[{ label: 'Requests', href: paths.requests() }, { label: request.title }]} />
    <RequestHead request={request} actions={<MessagesLink request_id={request.id} />} />
    <div className="grid grid-cols-1 items-start gap-5.5 lg:grid-cols-[minmax(0,1fr)_18.75rem]">
      <div className="grid grid-cols-1 gap-3.5">
        <Card title="Description">
          <RichText html={request.description} />
        </Card>
        {request.resolution_notes && (
          <Card title="Resolution Notes">
            <p className="whitespace-pre-line [overflow-wrap:anywhere]">{request.resolution_notes}</p>
          </Card>
        )}
      </div>
      <div className="grid grid-cols-1 gap-3.5">
        <Side request={request} />
      </div>
    </div>
  </>
);

const MessagesLink = ({ request_id }: { request_id: string }) => (
  <LinkButton variant="primary" icon={MessageSquare} href={paths.requestMessages(request_id)}>
    Messages ({useComments(request_id).length})
  </LinkButton>
);
