import { useMemo } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import type { RollUnit } from '../../../schema/tables/voters.ts';
import { type SoldUnit, soldSince } from '../../../sync/meetings/roll.ts';
import { save, useAreComplete, useRows } from '../../device/store.ts';
import { changeNow } from '../../forms/change-now.ts';
import { Button } from '../../ui/button.tsx';
import { ownerNames } from '../people.ts';
import { ROLL_NOT_CHANGED } from '../plain-fields.tsx';
import { fieldsOf, useZone } from '../time.ts';

const ASKED = ['address', 'user', 'account', 'votingUnit'] as const;
const REASON = 'Sold since the roll was frozen';

/** Homes that were sold after the roll was frozen: the board decides of each whether the buyer votes. */
export const SoldUnits = ({ meeting, roll }: { meeting: Meeting; roll: readonly RollUnit[] }) => {
  const sold = useSold(meeting, roll);
  const isHere = useAreComplete(ASKED);
  if (!isHere || sold.length === 0) return null;
  return (
    <section aria-label={REASON} className="mb-3 rounded-md border border-line bg-sunk px-3.5 py-2.5">
      <h3 className="font-semibold">{REASON}</h3>
      <p className="text-ink-2 text-sm">
        The roll lists the owners on the record date. If your documents let the buyer vote, change it here.
      </p>
      <ul className="mt-1.5">
        {sold.map((one) => (
          <Row key={one.unit.id} {...one} />
        ))}
      </ul>
    </section>
  );
};

const Row = ({ unit, owners, designated }: SoldUnit) => {
  const update = () =>
    changeNow({
      write: () => save('updateRollUnit', { id: unit.id, owners, designated, reason: REASON }),
      said: `${unit.label}: ${ownerNames(owners)} on the roll`,
      fallback: ROLL_NOT_CHANGED,
    });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5 border-line border-t py-2 first:border-t-0">
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <b className="font-semibold">{unit.label}</b>
        <span className="block text-ink-2">
          {ownerNames(unit.owners)} → {ownerNames(owners)}
        </span>
      </span>
      <Button size="small" onClick={update}>
        Put the Buyer on the Roll<span className="sr-only"> for {unit.label}</span>
      </Button>
    </li>
  );
};

const useSold = ({ roll_frozen_at, record_date }: Meeting, roll: readonly RollUnit[]): SoldUnit[] => {
  const zone = useZone();
  const [addresses, users] = [useRows('address'), useRows('user')];
  const [accounts, votes] = [useRows('account'), useRows('votingUnit')];
  return useMemo(() => {
    if (!roll_frozen_at) return [];
    const frozen = fieldsOf(zone, roll_frozen_at).date;
    const day = record_date && record_date < frozen ? record_date : frozen;
    const holdings = { addresses: addresses.all, users: users.all, accounts: accounts.all, votes: votes.all };
    return soldSince(roll, holdings, day);
  }, [roll, roll_frozen_at, record_date, zone, addresses, users, accounts, votes]);
};
