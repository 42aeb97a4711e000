import { PageHeader } from '../ui/page.tsx';

/** /meetings/rules */
const MeetingRules = () => <PageHeader title="Meeting Rules" />;

export default MeetingRules;
