import { Gavel, Plus, Scale } from 'lucide-react';
import { lazy, type ReactNode, Suspense } from 'react';
import { useLocation } from 'wouter';
import { canManage } from '../../../sync/meetings/entity.ts';
import { useSearchParams } from '../../device/location.ts';
import { useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { ListHeader } from '../../screens/list-header.tsx';
import { Flash } from '../../screens/notice-alert.tsx';
import { ResultList } from '../../screens/result-list.tsx';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState, SkeletonRows } from '../../ui/list.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { useMeetings } from '../model.ts';
import { MeetingTable } from './list-table.tsx';

const Decisions = lazy(() => import('../decisions/decisions.tsx'));

const ActionItems = lazy(() => import('../action-items/tab.tsx'));

const TABS = [paths.meetings(), paths.decisions(), paths.actionItems()];
const TAB_NAMES = [null, 'decisions', 'actions'];

/** /meetings: coming and past meetings; for the board also what they decided. */
const Meetings = () => {
  const board = canManage(useUser());
  const [, navigate] = useLocation();
  const tab = Math.max(0, TAB_NAMES.indexOf(useSearchParams().get('tab')));
  return (
    <>
      <ListHeader
        title="Meetings"
        subtitle={board ? 'Notices, agendas, votes and minutes' : 'What is on the agenda, and what was decided'}
        primary={board && { label: 'Schedule Meeting', icon: Plus, run: paths.meetingCreate() }}
        others={[board && { label: 'Rules', icon: Scale, run: paths.meetingRules() }]}
      />
      <Flash />
      {board ? (
        <Tabs
          label="Meetings, decisions and action items"
          tabs={[
            { label: 'Meetings', panel: <Lists board /> },
            {
              label: 'Decisions',
              panel: (
                <Suspense fallback={<SkeletonRows />}>
                  <Decisions />
                </Suspense>
              ),
            },
            {
              label: 'Action items',
              panel: (
                <Suspense fallback={<SkeletonRows />}>
                  <ActionItems />
                </Suspense>
              ),
            },
          ]}
          selected={tab}
          onSelect={(index) => navigate(TABS[index]!)}
        />
      ) : (
        <Lists board={false} />
      )}
    </>
  );
};

export default Meetings;

const LABELS = { more: 'Load More', end: 'No more meetings', failed: 'Failed to load meetings' };

const Lists = ({ board }: { board: boolean }) => {
  const { coming, past } = useMeetings();
  const rows = [...coming, ...past];
  return (
    <ResultList
      rows={rows}
      found={rows.length}
      showMore={noMore}
      cached={useRows('meeting').size > 0}
      labels={LABELS}
      create={board ? paths.meetingCreate() : null}
      verb="schedule"
      empty={<Empty board={board} />}
      table={(_, footer) => (
        <>
          <Section title="Coming">
            {coming.length > 0 ? (
              <MeetingTable caption="Coming meetings" rows={coming} footer={past.length > 0 ? undefined : footer} />
            ) : (
              <p className="text-ink-2">No meetings are scheduled.</p>
            )}
          </Section>
          {past.length > 0 && (
            <Section title="Past">
              <MeetingTable caption="Past meetings" rows={past} footer={footer} />
            </Section>
          )}
        </>
      )}
    />
  );
};
const noMore = () => undefined;

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="grid grid-cols-[minmax(0,1fr)] gap-2 not-first:mt-5">
    <h2 className="font-semibold text-lg tracking-[-0.01em]">{title}</h2>
    {children}
  </section>
);

const Empty = ({ board }: { board: boolean }) => (
  <EmptyState icon={Gavel} title={board ? 'No meetings yet. Schedule the first one.' : 'No meetings are scheduled.'}>
    {board && (
      <LinkButton variant="primary" icon={Plus} href={paths.meetingCreate()}>
        Schedule Meeting
      </LinkButton>
    )}
  </EmptyState>
);
