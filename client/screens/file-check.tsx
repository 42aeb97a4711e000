import { Badge } from '../ui/badge.tsx';

/** Stands where a download would, while nobody has looked at the file. */
export const FileCheck = () => (
  <span className="grid justify-items-start gap-1">
    <Badge>Being checked</Badge>
    <span className="text-ink-3 text-sm">It can be downloaded once that is done.</span>
  </span>
);
