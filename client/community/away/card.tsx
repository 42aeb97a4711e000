import { useEffect } from 'react';
import { Link } from 'wouter';
import type { AwayRecord } from '../../../sync/dashboard/away.ts';
import { useUser } from '../../device/session.ts';
import { markSeen, noteShown, useSeenSince } from '../../device/visits.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatPlural } from '../../ui/format.ts';
import { AwayList } from './list.tsx';
import { useChangesSince } from './model.ts';

const SHOWN = 5;

/** The changes of others since this person's last visit on this device; nothing where there is nothing new. */
export const WhileYouWereAway = () => {
  const { id } = useUser();
  const changes = useChangesSince(useSeenSince());
  const newest = changes?.[0]?.at;
  useEffect(() => {
    if (newest) noteShown(id, newest);
  }, [id, newest]);
  if (!changes || newest === undefined) return null;
  return (
    <Card
      title="While You Were Away"
      flush
      className="mb-4.5"
      actions={
        <Button size="small" onClick={() => markSeen(id, newest)}>
          Mark as Seen
        </Button>
      }
    >
      <AwayList label="While you were away" records={changes.slice(0, SHOWN)} />
      <p className="px-4 pb-3 text-sm">
        <Link href={paths.away()} className="text-pine-text hover:underline">
          {moreOf(changes)}
        </Link>
      </p>
    </Card>
  );
};

const moreOf = (changes: readonly AwayRecord[]) =>
  changes.length > SHOWN ? `Show all ${formatPlural(changes.length, 'record')}` : 'What changed in the last two weeks';
