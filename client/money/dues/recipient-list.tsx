import { useMemo, useState } from 'react';
import type { Due } from '../../../schema/tables/dues.ts';
import { canReceive } from '../../../sync/dues/entity.ts';
import { ruleOf } from '../../../sync/dues/recipients.ts';
import { nameOf } from '../../../sync/users/entity.ts';
import { listInWords } from '../../../sync/words.ts';
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
      <Rule due={due} />
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

const NAMED = 5;

/** Nothing for a list: it says itself whom it names. */
const Rule = ({ due }: { due: Due }) => {
  const users = useRows('user');
  const rule = ruleOf(due);
  if (rule === 'listed') return null;
  const names = (due.excluded ?? []).map((id) => nameOf(users.get(id) ?? GONE));
  const more = names.length - NAMED;
  const shown = more > 0 ? [...names.slice(0, NAMED), `${formatCount(more)} more`] : names;
  return (
    <p className="mb-2.5 text-ink-2">
      {shown.length > 0 ? `Every home, except ${listInWords(shown)}.` : 'Every home.'}
      {due.status === 'active' && ' People who join later are billed from the next send date.'}
      {due.recipients.length === 0 && ' No one can be billed yet.'}
    </p>
  );
};
const GONE = { name: 'a former resident', email: '' };
