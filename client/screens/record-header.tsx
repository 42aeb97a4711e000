import type { ReactNode } from 'react';
import { useHasSide } from '../ui/media.ts';
import { PageHeader } from '../ui/page.tsx';
import { useWaiting, WaitingMark } from './waiting.tsx';

type Props = {
  record: { id: string; title: string };
  documentTitle: string;
  badge: ReactNode;
  line: ReactNode;
  status: ReactNode;
  actions: ReactNode;
};

/** The head of a record with a conversation. `status` is for the board: with a side column it stands there instead. */
export const RecordHeader = ({ record: { id, title }, documentTitle, badge, line, status, actions }: Props) => {
  const waiting = useWaiting().get(id);
  const hasSide = useHasSide();
  return (
    <PageHeader
      title={title}
      documentTitle={documentTitle}
      isLong
      subtitle={
        <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
          {badge}
          <span>{line}</span>
          <WaitingMark item={waiting} />
        </span>
      }
      actions={
        <>
          {!hasSide && status}
          {actions}
        </>
      }
    />
  );
};
