import { MessageSquare } from 'lucide-react';
import type { Violation } from '../../schema/tables/violations.ts';
import type { Resolution } from '../../schema/violations.ts';
import { FailedJobNotice } from '../failed-jobs/notice.tsx';
import { paths } from '../paths.ts';
import { RecordLoader } from '../screens/record-loader.tsx';
import { TwoColumns } from '../screens/two-columns.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { formatDateTime } from '../ui/format.ts';
import { Breadcrumb } from '../ui/page.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { LOADER, useMessages } from './model.ts';
import { ViolationHeader, ViolationSide } from './parts.tsx';

/** /compliance/:id and /violations/:id */
const ViolationDetail = () => (
  <RecordLoader {...LOADER}>{(violation) => <Detail violation={violation} />}</RecordLoader>
);

export default ViolationDetail;

const Detail = ({ violation }: { violation: Violation }) => (
  <>
    <Breadcrumb entries={[LOADER.list, { label: violation.title }]} />
    <ViolationHeader violation={violation} actions={<MessagesLink violation_id={violation.id} />} />
    <FailedJobNotice subject_id={violation.id} />
    <TwoColumns side={<ViolationSide violation={violation} />}>
      <Card title="Message">
        <RichText html={violation.message} />
      </Card>
      {violation.resolution && <ResolutionCard {...violation.resolution} />}
    </TwoColumns>
  </>
);

const MessagesLink = ({ violation_id }: { violation_id: string }) => {
  const messages = useMessages(violation_id);
  const last = messages.at(-1);
  return (
    <LinkButton
      variant="primary"
      icon={MessageSquare}
      href={paths.violationMessages(violation_id)}
      className="max-sm:h-auto max-sm:min-h-11 max-sm:shrink max-sm:flex-wrap max-sm:whitespace-normal max-sm:py-2"
    >
      Messages ({messages.length})
      {last && (
        <span className="num font-normal text-sm">
          <span className="max-sm:hidden">· </span>last {formatDateTime(last.sent_at)}
        </span>
      )}
    </LinkButton>
  );
};

const ResolutionCard = ({ resolved_by_name, resolved_at, resolution_notes }: Resolution) => (
  <Card title="Resolution">
    <Facts
      entries={[
        ['Resolved by', resolved_by_name],
        ['Resolved', formatDateTime(resolved_at)],
        ['Notes', resolution_notes && <span className="whitespace-pre-line">{resolution_notes}</span>],
      ]}
    />
  </Card>
);
