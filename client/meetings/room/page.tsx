import { PageHeader } from '../../ui/page.tsx';

/** /meetings/:id/room */
const MeetingRoom = () => <PageHeader title="Meeting room" />;

export default MeetingRoom;
