import { PageHeader } from '../ui/page.tsx';

/** /meetings/:id/edit */
const MeetingEdit = () => <PageHeader title="Edit Meeting" />;

export default MeetingEdit;
