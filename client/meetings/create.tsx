import { PageHeader } from '../ui/page.tsx';

/** /meetings/create */
const MeetingCreate = () => <PageHeader title="Schedule Meeting" />;

export default MeetingCreate;
