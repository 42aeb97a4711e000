import { Download, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Announcement, Attachment } from '../../schema/announcements.ts';
import { FileCheck } from '../screens/file-check.tsx';
import { Waiting } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatSize } from '../ui/format.ts';
import { useDownload } from './download.ts';
import { useWaitingFile } from './waiting.ts';

/** The attachment of an announcement, stored or still on this device; nothing where there is none. */
export const AttachmentCard = ({ announcement: { id, attachment } }: { announcement: Announcement }) => {
  const waiting = useWaitingFile(id);
  if (!waiting && !attachment) return null;
  return (
    <Card title="Attachment">
      {waiting ? (
        <Named name={waiting.name}>
          <Waiting>waiting on this device</Waiting>
        </Named>
      ) : (
        attachment && <Stored attachment={attachment} />
      )}
    </Card>
  );
};

const Stored = ({ attachment }: { attachment: Attachment }) => {
  const { s3_key, filename, file_type, file_size, pending } = attachment;
  const { busy, error, download } = useDownload(s3_key);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Named name={filename}>
          <span className="num text-ink-3 text-sm">
            {file_type.toUpperCase()} · {formatSize(file_size)}
          </span>
        </Named>
        {pending ? (
          <FileCheck />
        ) : (
          <Button size="small" icon={Download} busy={busy} onClick={download}>
            Download
          </Button>
        )}
      </div>
      {error && (
        <p role="alert" className="text-red text-sm">
          {error}
        </p>
      )}
    </div>
  );
};

const Named = ({ name, children }: { name: string; children: ReactNode }) => (
  <span className="flex min-w-0 items-start gap-2.5">
    <FileText aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
    <span className="grid min-w-0">
      <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
      {children}
    </span>
  </span>
);
