import type { Announcement } from '../../../schema/tables/announcements.ts';
import { useOnline } from '../../device/store.ts';
import { SENT_LATER } from '../../screens/waiting.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatPlural } from '../../ui/format.ts';
import { type Audience, useDeliveries, useReach } from './model.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  id: string;
  title: string;
  audience: Audience;
  /** The button that asked says the same. */
  label: string;
  onSend: () => Promise<unknown>;
};

/** Asks before a sending, and names how many people will get an email. */
export const SendDialog = ({ open, onClose, id, title, audience, label, onSend }: Props) => (
  <ConfirmDialog
    open={open}
    onClose={onClose}
    title={`${label.replace(' Now', '')} “${title}”?`}
    confirm={label}
    variant="primary"
    onConfirm={async () => void (await onSend())}
  >
    <Consequences id={id} audience={audience} />
  </ConfirmDialog>
);

const Consequences = ({ id, audience }: { id: Announcement['id']; audience: Audience }) => {
  const online = useOnline();
  const reach = useReach(audience);
  const deliveries = useDeliveries(id).filter(({ status }) => status === 'delivered');
  const reached = new Set(deliveries.map(({ user_id }) => user_id));
  const remaining = reach.filter((person) => !reached.has(person.id)).length;
  return (
    <div className="grid gap-2">
      <p>
        <b className="font-semibold text-ink">
          {remaining === 0 ? 'No one' : formatPlural(remaining, 'person', 'people')}
        </b>{' '}
        will get an email, and everyone it is addressed to can read it in the app. You can’t edit it or take it back
        afterward.
      </p>
      {!online && <p className="font-[560] text-amber">You are offline. {SENT_LATER}</p>}
    </div>
  );
};
