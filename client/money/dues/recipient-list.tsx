import { useMemo, useState } from 'react';
import type { Due } from '../../../schema/tables/dues.ts';
import { canReceive } from '../../../sync/dues/entity.ts';
import { useRows } from '../../device/store.ts';
import { Tag } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatCount, sortByName } from '../../ui/format.ts';

const COLLAPSED_COUNT = 10;

const Recipients = ({ due }: { due: Due }) => {
  const users = useRows('user');
  const [expanded, setExpanded] = useState(false);
  const people = useMemo(
    () => sortByName(due.recipients.flatMap((id) => users.get(id) ?? [])),
    [users, due.recipients],
  );
  return (
    <Card title={`Recipients (${formatCount(due.recipients.length)})`}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
        {people.slice(0, expanded ? undefined : COLLAPSED_COUNT).map((user) => (
          <li
            key={user.id}
            className="flex items-center justify-between gap-2 [contain-intrinsic-height:auto_1.3125rem] [content-visibility:auto]"
          >
            <span className="min-w-0 truncate">{user.name || user.email}</span>
            {!canReceive(user) && <Tag>Not active</Tag>}
          </li>
        ))}
      </ul>
      {people.length > COLLAPSED_COUNT && (
        <Button size="small" variant="ghost" className="mt-2 -ml-2.5" onClick={() => setExpanded(!expanded)}>
          {expanded ? 'Show Fewer' : `Show All ${formatCount(people.length)}`}
        </Button>
      )}
    </Card>
  );
};

export default Recipients;
