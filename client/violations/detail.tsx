import { MessageSquare } from 'lucide-react';
import type { Resolution, Violation } from '../../schema/violations.ts';
import { FailedJobNotice } from '../failed-jobs/notice.tsx';
import { paths } from '../paths.ts';
import { RecordGate } from '../screens/record-loader.tsx';
import { LinkButton } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { formatDateTime } from '../ui/format.ts';
import { Breadcrumb } from '../ui/page.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { ViolationHead } from './head.tsx';
import { GATE } from './labels.ts';
import { useMessages } from './messages.ts';
import { Side } from './side.tsx';

/** /compliance/:id and /violations/:id */
const ViolationDetail = () => (
  <RecordGate {...GATE} failed="Failed to load violation">
    {(violation) => <Detail violation={violation} />}
  </RecordGate>
);

export default ViolationDetail;

const Detail = ({ violation }: { violation: Violation }) => (
  <>
    <Breadcrumb entries={[GATE.list, { label: violation.title }]} />
    <ViolationHead violation={violation} actions={<MessagesLink violation_id={violation.id} />} />
    <FailedJobNotice subject_id={violation.id} />
    <div className="grid grid-cols-1 items-start gap-5.5 lg:grid-cols-[minmax(0,1fr)_18.75rem]">
      <div className="grid grid-cols-1 gap-3.5">
        <Card title="Message">
          <RichText html={violation.message} />
        </Card>
        {violation.resolution && <Resolved {...violation.resolution} />}
      </div>
      <div className="grid grid-cols-1 gap-3.5">
        <Side violation={violation} />
      </div>
    </div>
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

const Resolved = ({ resolved_by_name, resolved_at, resolution_notes }: Resolution) => (
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
