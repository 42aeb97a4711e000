import { MessageSquare } from 'lucide-react';
import type { Request } from '../../schema/tables/requests.ts';
import { paths } from '../paths.ts';
import { RecordLoader } from '../screens/record-loader.tsx';
import { TwoColumns } from '../screens/two-columns.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Breadcrumb } from '../ui/page.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { LOADER, useComments } from './model.ts';
import { RequestHeader, RequestSide } from './parts.tsx';

/** /requests/:id */
const RequestDetail = () => (
  <RecordLoader {...LOADER} failed="Failed to load request">
    {(request) => <Detail request={request} />}
  </RecordLoader>
);

export default RequestDetail;

const Detail = ({ request }: { request: Request }) => (
  <>
    <Breadcrumb entries={[LOADER.list, { label: request.title }]} />
    <RequestHeader request={request} actions={<MessagesLink request_id={request.id} />} />
    <TwoColumns side={<RequestSide request={request} />}>
      <Card title="Description">
        <RichText html={request.description} />
      </Card>
      {request.resolution_notes && (
        <Card title="Resolution Notes">
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">{request.resolution_notes}</p>
        </Card>
      )}
    </TwoColumns>
  </>
);

const MessagesLink = ({ request_id }: { request_id: string }) => (
  <LinkButton variant="primary" icon={MessageSquare} href={paths.requestMessages(request_id)}>
    Messages ({useComments(request_id).length})
  </LinkButton>
);
