import { HomeCards } from '../home/home.tsx';
import Announcements from './list.tsx';

/** /announcements of a resident, who starts here. */
const ResidentAnnouncements = () => <Announcements above={<HomeCards />} />;

export default ResidentAnnouncements;
