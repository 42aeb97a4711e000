import { type ReactNode, useState } from 'react';
import type { Announcement } from '../../../schema/tables/announcements.ts';
import { useRows, useStored } from '../../device/store.ts';
import { BounceBadge } from '../../screens/people.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatCount } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { usePrinting } from '../../ui/printing.ts';
import { isStarted, useDeliveries, useReach } from './model.ts';

type Recipient = { user_id: string; name: string; email: string; reason?: string | null };

export const DeliveryLists = ({ announcement }: { announcement: Announcement }) => {
  const deliveries = useDeliveries(announcement.id);
  const { isComplete } = useStored('announcementRecipients');
  const reach = useReach(announcement).map(({ id, name, email }) => ({ user_id: id, name, email }));
  const delivered = deliveries.filter(({ status }) => status === 'delivered');
  const failed = deliveries.filter(({ status }) => status === 'failed');
  if (!isComplete) return <SkeletonRows rows={3} />;
  return (
    <div className="grid gap-3.5">
      {failed.length > 0 && <People title="Failed Email Deliveries" people={failed} reasons />}
      <div className={`grid items-start gap-3.5 ${delivered.length > 0 ? 'md:grid-cols-2' : ''}`}>
        <People title="Intended Recipients" people={isStarted(announcement) ? deliveries : reach} />
        {delivered.length > 0 && <People title="Successfully Delivered" people={delivered} />}
      </div>
    </div>
  );
};

const SHOWN = 100;

/** At most 24rem high; a very long list is drawn in full only on demand. */
const People = ({ title, people, reasons }: { title: string; people: readonly Recipient[]; reasons?: boolean }) => {
  const [all, setAll] = useState(false);
  const printing = usePrinting();
  const shown = all || printing ? people : people.slice(0, SHOWN);
  return (
    <Card title={title} actions={<span className="num text-ink-3 text-sm">{formatCount(people.length)}</span>} flush>
      {people.length === 0 ? (
        <p className="px-4 pt-1.5 pb-3.5 text-ink-2">No one yet</p>
      ) : (
        <Scroll label={title}>
          <ul>
            {shown.map((person) => (
              <Person key={person.user_id} person={person} reason={reasons && person.reason} />
            ))}
          </ul>
          {shown.length < people.length && (
            <Button size="small" variant="ghost" onClick={() => setAll(true)} className="mx-1.5 my-1">
              Show All {formatCount(people.length)}
            </Button>
          )}
        </Scroll>
      )}
    </Card>
  );
};

/** Takes focus, so that the keyboard can scroll it. */
const Scroll = ({ label, children }: { label: string; children: ReactNode }) => (
  <section
    aria-label={label}
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    tabIndex={0}
    className="mt-2 max-h-96 overflow-y-auto rounded-b-lg print:max-h-none print:overflow-visible pb-1 -outline-offset-2"
  >
    {children}
  </section>
);

const Person = ({ person: { user_id, name, email }, reason }: { person: Recipient; reason: ReactNode }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 border-line border-t px-4 py-1.5">
    <span className="grid min-w-0">
      <span className="truncate">{name || 'Unknown User'}</span>
      <span className="truncate text-ink-3 text-sm">{email}</span>
    </span>
    <BounceBadge user={useRows('user').get(user_id)} />
    {reason && <span className="text-red text-sm [overflow-wrap:anywhere]">{reason}</span>}
  </li>
);
