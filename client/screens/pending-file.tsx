import { Badge } from '../ui/badge.tsx';

/** Stands in place of a download until the file's bytes have been checked. */
export const PendingFile = () => (
  <span className="grid justify-items-start gap-1">
    <Badge>Being checked</Badge>
    <span className="text-ink-3 text-sm">You can download it after the check.</span>
  </span>
);
