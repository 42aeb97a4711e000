import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { OWNERS_LIMIT } from '../../../schema/meeting-inputs.ts';
import type { Owner } from '../../../schema/meetings.ts';
import { nameOf } from '../../../sync/users/entity.ts';
import { useRows } from '../../device/store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

/** The owners of a unit, people without an account among them. */
export const OwnersField = ({
  owners,
  onChange,
}: {
  owners: readonly Owner[];
  onChange: (owners: Owner[]) => void;
}) => {
  const [typed, setTyped] = useState('');
  const users = useRows('user');
  const add = () => {
    const name = typed.trim();
    if (!name || owners.some((owner) => owner.name === name)) return;
    const known = users.all.filter((user) => nameOf(user) === name && !user.deleted_at);
    onChange([...owners, { name, user_id: known.length === 1 ? known[0]!.id : null }]);
    setTyped('');
  };
  return (
    <div className="grid gap-2">
      <Field label="Owners" hint="A name that an active user has is linked to their account.">
        <span className="flex gap-2">
          <Input
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add();
            }}
            maxLength={100}
            placeholder="Name of an owner"
          />
          <Button icon={Plus} onClick={add} disabled={typed.trim() === '' || owners.length >= OWNERS_LIMIT}>
            Add
          </Button>
        </span>
      </Field>
      {owners.length === 0 ? (
        <p className="text-ink-2">Owner not recorded</p>
      ) : (
        <ul className="grid gap-1">
          {owners.map((owner) => (
            <li key={`${owner.name}/${owner.user_id}`} className="flex items-center justify-between gap-2">
              <span className="[overflow-wrap:anywhere]">
                {owner.name}
                {!owner.user_id && <span className="text-ink-3 text-sm"> without an account</span>}
              </span>
              <IconButton
                icon={X}
                label={`Remove ${owner.name}`}
                onClick={() => onChange(owners.filter((other) => other !== owner))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
