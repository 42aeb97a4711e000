import { FileText } from 'lucide-react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

/** The minutes among the documents; nothing before they are published. */
export const PublishedMinutes = ({ meeting }: { meeting: Meeting }) => {
  const document = useRows('document').get(meeting.minutes_document_id);
  if (!meeting.minutes_document_id) return null;
  return (
    <Card title="Minutes">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-ink-2">The minutes of this meeting are in Documents.</p>
        <LinkButton icon={FileText} href={document ? paths.documentsNamed(document.title) : paths.documents()}>
          Read Minutes
        </LinkButton>
      </div>
    </Card>
  );
};
