import { Plus } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useNow } from '../../device/now.ts';
import { useUser } from '../../device/session.ts';
import { useHasRows, useRows, useSync } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { SkeletonRows } from '../../ui/list.tsx';
import { PageHeader } from '../../ui/page.tsx';
import { WhileYouWereAway } from '../away/card.tsx';
import { MyRequests, MyViolations, UnreadAnnouncements } from './home-cards.tsx';
import { greeting } from './labels.ts';
import { LoadFailed } from './load-failed.tsx';
import { Owed } from './owed.tsx';

/** The first screen of a resident: what they owe, and what concerns them. */
const Home = () => {
  const now = useNow();
  const user = useUser();
  const hoa = useRows('hoa').all[0];
  const { failed } = useSync();
  const hasRows = useHasRows();
  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle={`${greeting(user, now.getHours())}.${hoa ? ` Welcome back to ${hoa.name}.` : ''}`}
        actions={
          <LinkButton icon={Plus} href={paths.requestCreate()}>
            Create Request
          </LinkButton>
        }
      />
      {hasRows ? <Cards /> : failed ? <LoadFailed /> : <SkeletonRows />}
    </>
  );
};

export default Home;

const NextMeeting = lazy(() => import('./next-meeting.tsx').catch(() => ({ default: () => <></> })));

const Meetings = () => {
  const hasMeetings = useRows('meeting').size > 0;
  return <Suspense>{hasMeetings && <NextMeeting />}</Suspense>;
};

const Cards = () => (
  <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4.5 lg:grid-cols-[minmax(0,1fr)_22rem]">
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
      <Owed />
      <MyViolations />
      <MyRequests />
    </div>
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4.5">
      <Meetings />
      <ActionItems />
      <UnreadAnnouncements />
      <WhileYouWereAway />
    </div>
  </div>
);

const ActionItemsCard = lazy(() =>
  import('../../meetings/action-items/dashboard-card.tsx').catch(() => ({ default: () => <></> })),
);

const ActionItems = () => {
  const hasActions = useRows('actionItem').size > 0;
  return <Suspense>{hasActions && <ActionItemsCard />}</Suspense>;
};
