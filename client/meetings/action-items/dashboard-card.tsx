import { useMemo } from 'react';
import { Link } from 'wouter';
import { canManage } from '../../../sync/meetings/entity.ts';
import { useUser } from '../../device/session.ts';
import { useRows } from '../../device/store.ts';
import { useHoaToday } from '../../device/today.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { formatCount } from '../../ui/format.ts';
import { byDue, isOverdue } from './model.ts';
import { ActionRow } from './row.tsx';

const SHOWN = 5;

/** My open action items and, for the board, all that are overdue; nothing where there are none. */
const ActionItemsCard = () => {
  const user = useUser();
  const today = useHoaToday();
  const board = canManage(user);
  const rows = useRows('actionItem');
  const { mine, overdue } = useMemo(() => {
    const open = rows.all.filter(({ status }) => status === 'open').toSorted(byDue);
    return {
      mine: open.filter(({ owner_id }) => owner_id === user.id),
      overdue: board ? open.filter((row) => isOverdue(row, today) && row.owner_id !== user.id) : [],
    };
  }, [rows, user.id, board, today]);
  if (mine.length + overdue.length === 0) return null;
  return (
    <Card title="Action Items" flush>
      {board && (
        <p className="num flex flex-wrap gap-x-4 px-4 pt-3 text-sm">
          <Count href={paths.actionItems('mine')} words={`${formatCount(mine.length)} of mine`} />
          <Count
            href={paths.actionItems('overdue')}
            words={`${formatCount(rows.all.filter((row) => isOverdue(row, today)).length)} overdue`}
          />
        </p>
      )}
      <ul className="grid divide-y divide-line px-4">
        {[...mine, ...overdue].slice(0, SHOWN).map((action) => (
          <ActionRow key={action.id} action={action} linked />
        ))}
      </ul>
    </Card>
  );
};

export default ActionItemsCard;

const Count = ({ href, words }: { href: string; words: string }) => (
  <Link href={href} className="text-pine-text hover:underline">
    {words}
  </Link>
);
