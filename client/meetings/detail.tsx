import type { Meeting } from '../../schema/tables/meetings.ts';
import { RecordLoader } from '../screens/record-loader.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { Breadcrumb, PageHeader } from '../ui/page.tsx';
import { LOADER } from './model.ts';
import { MeetingBadge } from './parts.tsx';
import { useHoaTime } from './time.ts';

/** /meetings/:id */
const MeetingDetail = () => <RecordLoader {...LOADER}>{(meeting) => <Detail meeting={meeting} />}</RecordLoader>;

export default MeetingDetail;

const Detail = ({ meeting }: { meeting: Meeting }) => {
  const time = useHoaTime();
  return (
    <>
      <Breadcrumb entries={[LOADER.list, { label: meeting.title }]} />
      <PageHeader title={meeting.title} subtitle={<MeetingBadge meeting={meeting} />} />
      <Card>
        <Facts
          entries={[
            ['When', time.long(meeting.starts_at)],
            ['Where', meeting.place],
          ]}
        />
      </Card>
    </>
  );
};
