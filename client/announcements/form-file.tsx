import { FileText, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Attachment } from '../../schema/announcements.ts';
import { AttachmentField } from '../forms/attachment-field.tsx';
import { discardUpload } from '../pending-uploads.ts';
import { Waiting } from '../ui/badge.tsx';
import { IconButton } from '../ui/button.tsx';
import { formatSize } from '../ui/format.ts';
import { useWaitingFile } from './waiting.ts';

type Props = {
  announcement_id: string;
  /** The file that is stored already. */
  stored: Attachment | null;
  onRemove: () => void;
  /** The file to be uploaded. */
  file: File | null;
  onFile: (file: File | null) => void;
};

/** The one attachment: waiting on this device, stored, or to be chosen. */
export const AnnouncementFile = ({ announcement_id, stored, onRemove, file, onFile }: Props) => {
  const waiting = useWaitingFile(announcement_id);
  if (waiting)
    return (
      <Present name={waiting.name} onRemove={() => void discardUpload(waiting.item.id)}>
        <Waiting />
      </Present>
    );
  if (stored)
    return (
      <Present name={stored.filename} onRemove={onRemove}>
        <span className="num shrink-0 text-ink-3 text-sm">{formatSize(stored.file_size)}</span>
      </Present>
    );
  return <AttachmentField feature="announcements" file={file} onFile={onFile} />;
};

/** A file that is not in a file input, in the same frame. */
const Present = ({ name, onRemove, children }: { name: string; onRemove: () => void; children: ReactNode }) => (
  <div className="grid gap-1.5">
    <span className="font-medium">Attachment</span>
    <div className="flex items-center gap-2.5 rounded-md border border-line-strong border-dashed py-1.5 pr-1.5 pl-3">
      <FileText aria-hidden className="size-4 shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 truncate">{name}</span>
      {children}
      <IconButton icon={X} label={`Remove ${name}`} onClick={onRemove} />
    </div>
  </div>
);
