import { Badge } from '../ui/badge.tsx';

/** Who may see a document, as a badge with its words. */
export const Access = ({ isPublic }: { isPublic: boolean }) =>
  isPublic ? <Badge>Public</Badge> : <Badge tone="violet">Board Only</Badge>;
