import type { Address } from '../../../schema/tables/addresses.ts';
import type { User } from '../../../schema/tables/users.ts';
import { residency } from '../../../sync/addresses/entity.ts';
import type { OutboxItem } from '../../../sync/client/outbox-item.ts';
import { nameOf } from '../../../sync/users/entity.ts';
import { WaitingMark } from '../../screens/waiting.tsx';
import { Badge, Tag, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatAddress } from '../../ui/format.ts';
import { Highlight } from '../../ui/highlight.tsx';
import type { OpenDialog } from './model.ts';

type RowProps = { address: Address; open: OpenDialog };
type AddressCellProps = RowProps & { term: string; waiting: OutboxItem | undefined };

export const AddressButton = ({ address, term, open, waiting }: AddressCellProps) => (
  <span className="flex flex-wrap items-center gap-x-2.5">
    <button
      type="button"
      data-row
      onClick={() => open({ kind: 'residents', id: address.id })}
      className="scroll-my-20 text-left font-[560] text-ink [overflow-wrap:anywhere] hover:underline touch:-my-1.5 touch:min-h-11"
    >
      <Highlight text={formatAddress(address)} term={term} />
    </button>
    <WaitingMark item={waiting} />
  </span>
);

const MAX_NAMES = 4;

export const ResidentNames = ({ residents }: { residents: User[] }) =>
  residents.length === 0 ? (
    <span className="text-ink-3">No residents</span>
  ) : (
    <ul className="grid gap-0.5">
      {residents.slice(0, MAX_NAMES).map((user) => (
        <li key={user.id} className="flex flex-wrap items-center gap-x-2 [overflow-wrap:anywhere]">
          {nameOf(user)} <BoardTag user={user} />
        </li>
      ))}
      {residents.length > MAX_NAMES && <li className="text-ink-3">and {residents.length - MAX_NAMES} more</li>}
    </ul>
  );

export const BoardTag = ({ user: { role } }: { user: Pick<User, 'role'> }) => role === 'board' && <Tag>Board</Tag>;

const TONES: Record<ReturnType<typeof residency>, Tone> = { Vacant: 'neutral', Renter: 'violet', Owner: 'ok' };

export const ResidencyBadge = ({ address }: { address: Address }) => {
  const label = residency(address);
  return <Badge tone={TONES[label]}>{label}</Badge>;
};

export const Notes = ({ notes }: { notes: string | null }) =>
  notes && (
    <span title={notes} className="line-clamp-2 whitespace-pre-line [overflow-wrap:anywhere]">
      {notes}
    </span>
  );

export const RowActions = ({ address, open }: RowProps) => {
  const suffix = <span className="sr-only"> of {formatAddress(address)}</span>;
  return (
    <span className="inline-flex gap-1.5 whitespace-nowrap">
      <Button size="small" onClick={() => open({ kind: 'edit', id: address.id })}>
        Edit{suffix}
      </Button>
      <Button size="small" onClick={() => open({ kind: 'residents', id: address.id })}>
        Manage Residents{suffix}
      </Button>
    </span>
  );
};

export const AddressCard = ({ residents, ...cell }: AddressCellProps & { residents: User[] }) => (
  <div className="-my-1 grid gap-1.5">
    <span className="flex items-center justify-between gap-2">
      <AddressButton {...cell} />
      <ResidencyBadge address={cell.address} />
    </span>
    <span className="text-ink-2">
      <ResidentNames residents={residents} />
    </span>
    {cell.address.notes && (
      <span className="text-ink-3 text-sm">
        <Notes notes={cell.address.notes} />
      </span>
    )}
    <RowActions {...cell} />
  </div>
);
