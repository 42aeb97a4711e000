import { useRef, useState } from 'react';
import type { Address } from '../../schema/addresses.ts';
import type { User } from '../../schema/users.ts';
import { nameOf } from '../../sync/users.ts';
import { sentenceOf } from '../forms/refusal.ts';
import { save, useRows, useSync } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formatAddress } from '../ui/format.ts';
import { AvailableUsers, CurrentResidents } from './residents-lists.tsx';

type Props = { open: boolean; onClose: () => void; id: string };

/** The Manage Residents dialog: who lives there, and who could. It follows the cache, so it is always fresh. */
const ResidentsDialog = ({ open, onClose, id }: Props) => {
  const address = useRows('address').get(id);
  const ready = useSync().phase === 'ready';
  return (
    <Dialog open={open} onClose={onClose} title="Manage Residents" subtitle={address && formatAddress(address)}>
      {address && <Residents address={address} />}
      {!address && (ready ? <Alert tone="error">This address is no longer there.</Alert> : <p>Loading...</p>)}
    </Dialog>
  );
};

export default ResidentsDialog;

const Residents = ({ address }: { address: Address }) => {
  const { said, heading, assign, unassign } = useMoves(address);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {said}
      <CurrentResidents address={address} heading={heading} onUnassign={unassign} />
      <AvailableUsers onAssign={assign} />
    </div>
  );
};

const SHOWN_MS = 3000;
type Said = { tone: 'success' | 'error'; text: string; at: number };

/** Moving people in and out, and how the last of it went. The pressed button goes with its row, so focus moves on. */
const useMoves = (address: Address) => {
  const [said, setSaid] = useState<Said | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const place = formatAddress(address);
  const run = async (work: Promise<void>, done: string, failed: string) => {
    const say = (tone: Said['tone'], text: string) => setSaid({ tone, text, at: Date.now() });
    await work.then(
      () => say('success', done),
      (error) => say('error', sentenceOf(error, failed)),
    );
    heading.current?.focus();
  };
  // The titles are for the outbox: who and where may read otherwise by then.
  const assign = (user: User) =>
    run(
      save('assignAddress', { id: user.id, address_id: address.id, title: `${nameOf(user)} to ${place}` }),
      'User assigned successfully',
      'Failed to assign user',
    );
  const unassign = (user: User) =>
    run(
      save('unassignAddress', { id: user.id, address_id: address.id, title: `${nameOf(user)} from ${place}` }),
      'User unassigned successfully',
      'Failed to unassign user',
    );
  const alert = said && (
    <Alert
      key={said.at}
      tone={said.tone}
      onClose={() => setSaid(null)}
      {...(said.tone === 'success' && { clearAfter: SHOWN_MS })}
    >
      {said.text}
    </Alert>
  );
  return { said: alert, heading, assign, unassign };
};
