import { ScrollText } from 'lucide-react';
import { EmptyState } from '../ui/list.tsx';

/** The tab Decisions of /meetings: every motion of every meeting. */
const Decisions = () => <EmptyState icon={ScrollText} title="No decisions match." />;

export default Decisions;
