import { PageHeader } from '../../ui/page.tsx';

/** /meetings/:id/print/:sheet */
const MeetingPrint = () => <PageHeader title="Print sheets" />;

export default MeetingPrint;
