import { PageHeader } from '../../ui/page.tsx';

/** /meetings/:id/desk */
const MeetingDesk = () => <PageHeader title="Check-in desk" />;

export default MeetingDesk;
