import { PageHeader } from '../../ui/page.tsx';

/** /meetings/:id/screen */
const MeetingScreen = () => <PageHeader title="Meeting screen" />;

export default MeetingScreen;
