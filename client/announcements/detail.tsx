import { useState } from 'react';
import type { Announcement } from '../../schema/announcements.ts';
import { canManage } from '../../sync/announcements.ts';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { Alert } from '../ui/alert.tsx';
import { Card } from '../ui/card.tsx';
import { Breadcrumb } from '../ui/page.tsx';
import { RichText } from '../ui/rich-text.tsx';
import { AttachmentCard } from './attachment.tsx';
import { Banner, Success } from './banner.tsx';
import { DeliveryLists } from './deliveries.tsx';
import { AnnouncementGate } from './gate.tsx';
import { AnnouncementHead } from './head.tsx';
import { useOutcome } from './outcome.ts';
import { Progress } from './progress.tsx';
import { useMarkRead } from './reads.ts';
import { Side } from './side.tsx';

/** /announcements/:id */
const AnnouncementDetail = () => (
  <AnnouncementGate title="View Announcement">
    {(announcement) => <Detail announcement={announcement} />}
  </AnnouncementGate>
);

export default AnnouncementDetail;

const Detail = ({ announcement }: { announcement: Announcement }) => {
  useMarkRead(announcement);
  const board = canManage(useUser());
  const { problem, setProblem } = useProblem(announcement);
  const { said, dismiss, onRefresh } = useOutcome(announcement);
  return (
    <>
      <Breadcrumb entries={[{ label: 'Announcements', href: paths.announcements() }, { label: announcement.title }]} />
      <AnnouncementHead announcement={announcement} onProblem={setProblem} />
      <Banner />
      {said && (
        <Success key={said.at} onClose={dismiss}>
          {said.text}
        </Success>
      )}
      {problem && (
        <Alert tone="error" onClose={() => setProblem('')}>
          {problem}
        </Alert>
      )}
      {board && announcement.status === 'failed' && <SendingFailed />}
      <div className="grid items-start gap-x-5.5 gap-y-3.5 lg:grid-cols-[minmax(0,1fr)_18.75rem] lg:grid-rows-[auto_1fr]">
        <div className="grid gap-3.5">
          {board && <Progress announcement={announcement} onRefresh={onRefresh} onProblem={setProblem} />}
          <Card title="Message">
            <RichText html={announcement.message} className="max-w-[68ch]" />
          </Card>
          <AttachmentCard announcement={announcement} />
        </div>
        <div className="grid gap-3.5 lg:row-span-2">
          <Side announcement={announcement} />
        </div>
        {board && <DeliveryLists announcement={announcement} />}
      </div>
    </>
  );
};

/** What went wrong last; it no longer matters once the announcement stands otherwise. */
const useProblem = ({ status }: Announcement) => {
  const [last, setLast] = useState({ text: '', status });
  return {
    problem: last.status === status ? last.text : '',
    setProblem: (text: string) => setLast({ text, status }),
  };
};

const SendingFailed = () => (
  <Alert tone="error" title="Sending Failed">
    There was an error sending this announcement. Please try again.
  </Alert>
);
