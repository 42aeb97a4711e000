import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, LogOut } from 'lucide-react';
import { memo } from 'react';
import type { MeetingBooks, UnitPresence } from '../../../sync/meetings/books.ts';
import { TIME_TO_BE_CHECKED } from '../../../sync/meetings/facts/fact-time.ts';
import { Tag } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { useClock } from '../clock.ts';
import { ownerNames } from '../people.ts';
import { WAY_LABELS } from './check-in.ts';

type Props = {
  of: UnitPresence;
  meeting: MeetingBooks['meeting'];
  /** The person by whom it was found. */
  person: string | null;
  byProxy: boolean;
  /** Found by a resident who owns nothing: checked in as a guest. */
  isResident: boolean;
  /** The time of its check-in is to be checked. */
  isTimeToCheck: boolean;
  /** Enter checks it in. */
  isChosen: boolean;
  onCheckIn: (of: UnitPresence) => void;
  onLeave: (of: UnitPresence) => void;
  onOpen: (of: UnitPresence) => void;
};

/** A unit of the roll at the desk. */
export const UnitRow = memo(
  ({ of, meeting, person, byProxy, isResident, isTimeToCheck, isChosen, onCheckIn, onLeave, onOpen }: Props) => {
    const { unit, way } = of;
    const names = ownerNames(unit.owners);
    const isDirector = unit.address_id === null;
    return (
      <div
        className={clsx(
          'flex items-center gap-3 border-line border-t py-1.5 pr-3 pl-4',
          isChosen && 'bg-pine-soft shadow-[inset_3px_0_var(--color-pine)]',
        )}
      >
        <button type="button" onClick={() => onOpen(of)} className="min-h-11 min-w-0 flex-1 text-left hover:underline">
          <span className="flex flex-wrap items-center gap-x-2">
            <b className="font-semibold">{unit.label}</b>
            {unit.office && <Tag>{unit.office}</Tag>}
            {unit.user_id !== null && unit.user_id === meeting.chair_id && <Tag>Chair</Tag>}
            {unit.user_id !== null && unit.user_id === meeting.secretary_id && unit.office !== 'Secretary' && (
              <Tag>Secretary</Tag>
            )}
            {unit.weight !== 1 && <span className="num text-ink-3 text-sm">weight {unit.weight}</span>}
          </span>
          {!isDirector && <span className="block text-ink-2 text-sm [overflow-wrap:anywhere]">{names}</span>}
          {person && (byProxy || isResident) && (
            <span className="block text-ink-2 text-sm">
              {byProxy ? `Proxy held by ${person}` : `${person} lives here but is not an owner: a guest, or by proxy`}
            </span>
          )}
          <State of={of} isTimeToCheck={isTimeToCheck} />
        </button>
        {isResident || way === null ? (
          <Button size="small" variant={isChosen ? 'primary' : 'secondary'} onClick={() => onCheckIn(of)}>
            {isResident ? 'Add as Guest' : 'Check In'}
            <span className="sr-only"> {isResident ? person : unit.label}</span>
          </Button>
        ) : (
          <Button size="small" variant="ghost" icon={LogOut} onClick={() => onLeave(of)}>
            Left<span className="sr-only"> {unit.label}</span>
          </Button>
        )}
      </div>
    );
  },
);

/** Its presence, in words with an icon. */
const State = ({ of, isTimeToCheck }: { of: UnitPresence; isTimeToCheck: boolean }) => {
  const { way, since, desks, left_at, note, no_vote, people } = of;
  const warnings = [note ?? (no_vote && `No vote: ${no_vote}`), isTimeToCheck && TIME_TO_BE_CHECKED].filter(Boolean);
  const clock = useClock();
  return (
    <>
      {way && since && (
        <span className="flex items-center gap-1.5 font-medium text-good text-sm">
          <CircleCheck aria-hidden className="size-3.5 shrink-0" />
          <span>
            {WAY_LABELS[way]} since {clock(since)}
            {people.length > 1 && ` · ${people.length} people`}
            {desks.length > 1 && ` · Checked in at ${desks.join(' and ')}`}
          </span>
        </span>
      )}
      {!way && left_at && <span className="block text-ink-2 text-sm">Left {clock(left_at)}</span>}
      {warnings.length > 0 && (
        <span className="flex items-center gap-1.5 font-medium text-ochre text-sm">
          <CircleAlert aria-hidden className="size-3.5 shrink-0" />
          <span>{warnings.join(' · ')}</span>
        </span>
      )}
    </>
  );
};
