import { useMemo, useState } from 'react';
import type { Due } from '../../schema/dues.ts';
import { canReceive } from '../../sync/dues.ts';
import { useRows } from '../store.ts';
import { Tag } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { formatCount } from '../ui/format.ts';
import { byName } from './model.ts';

const AT_FIRST = 10;

/** To whom the next invoices go; who is no longer active gets none. */
const Recipients = ({ due }: { due: Due }) => {
  const users = useRows('user');
  const [all, setAll] = useState(false);
  const people = useMemo(() => byName(due.recipients.flatMap((id) => users.get(id) ?? [])), [users, due.recipients]);
  return (
    <Card title={`Recipients (${formatCount(due.recipients.length)})`}>
      <ul className="grid gap-1.5">
        {people.slice(0, all ? undefined : AT_FIRST).map((user) => (
          <li key={user.id} className="flex items-center justify-between gap-2">
            <span className="min-w-0 truncate">{user.name || user.email}</span>
            {!canReceive(user) && <Tag>Not active, skipped</Tag>}
          </li>
        ))}
      </ul>
      {people.length > AT_FIRST && (
        <Button size="small" variant="ghost" className="mt-2 -ml-2.5" onClick={() => setAll(!all)}>
          {all ? 'Show fewer' : `Show all ${formatCount(people.length)}`}
        </Button>
      )}
    </Card>
  );
};

export default Recipients;
