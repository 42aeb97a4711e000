import { Download, FileText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AnnouncementCategory, AnnouncementStatus, Attachment } from '../../schema/announcements.ts';
import type { Announcement } from '../../schema/tables/announcements.ts';
import { ANNOUNCEMENT_NOT_FOUND } from '../../sync/announcements.ts';
import { PendingFile } from '../screens/attachment.tsx';
import { useDownload } from '../screens/download.ts';
import { RecordLoader } from '../screens/record-loader.tsx';
import { useWaitingFile } from '../screens/waiting.tsx';
import { Badge, type Tone, Waiting } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatLabel, formatSize } from '../ui/format.ts';
import { LIST } from './model.ts';

export const AnnouncementLoader = ({
  title,
  children,
}: {
  title: string;
  children: (announcement: Announcement) => ReactNode;
}) => (
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

/** The specification's five badge variants, in our tones. */
const VARIANTS = {
  destructive: 'bad',
  warning: 'warn',
  default: 'ok',
  secondary: 'neutral',
  outline: undefined,
} as const satisfies Record<string, Tone | undefined>;
type Variant = keyof typeof VARIANTS;

const CATEGORIES: Record<AnnouncementCategory, Variant> = {
  urgent: 'destructive',
  maintenance: 'warning',
  event: 'default',
  reminder: 'secondary',
  general: 'outline',
};
const STATUSES: Record<AnnouncementStatus, Variant> = {
  draft: 'secondary',
  scheduled: 'warning',
  sent: 'default',
  sending: 'warning',
  failed: 'destructive',
};

export const CategoryBadge = ({ category }: { category: AnnouncementCategory }) => (
  <VariantBadge variant={CATEGORIES[category]}>{formatLabel(category)}</VariantBadge>
);

export const StatusBadge = ({ status }: { status: AnnouncementStatus }) => (
  <VariantBadge variant={STATUSES[status]}>{formatLabel(status)}</VariantBadge>
);

const VariantBadge = ({ variant, children }: { variant: Variant; children: string }) => {
  const tone = VARIANTS[variant];
  return tone ? <Badge tone={tone}>{children}</Badge> : <Outlined>{children}</Outlined>;
};

const Outlined = ({ children }: { children: string }) => (
  <span className="inline-flex h-5.5 items-center whitespace-nowrap rounded-sm border border-line-strong px-2 print:border-0 print:px-0 font-[580] text-ink-2 text-xs">
    {children}
  </span>
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
