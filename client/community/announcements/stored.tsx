import { Download, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Attachment } from '../../../schema/announcements.ts';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import { ANNOUNCEMENT_NOT_FOUND } from '../../../sync/announcements/entity.ts';
import { useDownload } from '../../screens/download.ts';
import { PendingFile } from '../../screens/pending-file.tsx';
import { RecordLoader } from '../../screens/record-loader.tsx';
import { useWaitingFile } from '../../screens/waiting.tsx';
import { Waiting } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatSize } from '../../ui/format.ts';
import { LIST } from './model.ts';

type Props = { title: string; children: (announcement: Announcement) => ReactNode };

export const AnnouncementLoader = ({ title, children }: Props) => (
  <RecordLoader
    entity="announcement"
    name={title}
    list={LIST}
    back="Back to Announcements"
    notFound={ANNOUNCEMENT_NOT_FOUND}
    failed="Failed to load announcement"
    loading="Loading announcement..."
  >
    {children}
  </RecordLoader>
);

export const AttachmentCard = ({ announcement: { id, attachment } }: { announcement: Announcement }) => {
  const waiting = useWaitingFile(id);
  if (!waiting && !attachment) return null;
  return (
    <Card title="Attachment">
      {waiting ? (
        <FileName name={waiting.name}>
          <Waiting>waiting on this device</Waiting>
        </FileName>
      ) : (
        attachment && <StoredAttachment attachment={attachment} />
      )}
    </Card>
  );
};

const StoredAttachment = ({ attachment }: { attachment: Attachment }) => {
  const { s3_key, filename, file_type, file_size, pending } = attachment;
  const { busy, error, download } = useDownload('announcements', s3_key);
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <FileName name={filename}>
          <span className="num text-ink-3 text-sm">
            {file_type.toUpperCase()} · {formatSize(file_size)}
          </span>
        </FileName>
        {pending ? (
          <PendingFile />
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

const FileName = ({ name, children }: { name: string; children: ReactNode }) => (
  <span className="flex min-w-0 items-start gap-2.5">
    <FileText aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
    <span className="grid min-w-0">
      <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
      {children}
    </span>
  </span>
);
