import { Badge } from '../ui/badge.tsx';

/** Stands where a download would: storage did not answer when the file was named. */
export const FileCheck = () => (
  <span className="grid justify-items-start gap-1">
    <Badge>Being checked</Badge>
    <span className="text-ink-3 text-sm">It can be downloaded once the file storage answers again.</span>
  </span>
);
