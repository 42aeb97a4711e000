import { X } from 'lucide-react';
import { OWNERS_LIMIT } from '../../../schema/meeting-inputs.ts';
import type { Owner } from '../../../schema/meetings.ts';
import { nameOf } from '../../../sync/users/entity.ts';
import { useRows } from '../../device/store.ts';
import { IconButton } from '../../ui/button.tsx';
import { AddName } from './add-name.tsx';

type Props = { owners: readonly Owner[]; onChange: (owners: Owner[]) => void };

/** The owners of a unit, people without an account among them. */
export const OwnersField = ({ owners, onChange }: Props) => {
  const users = useRows('user');
  const add = (name: string) => {
    if (owners.some((owner) => owner.name === name)) return false;
    const [known, ...others] = users.all.filter((user) => nameOf(user) === name && !user.deleted_at);
    onChange([...owners, { name, user_id: known && others.length === 0 ? known.id : null }]);
    return true;
  };
  return (
    <div className="grid gap-2">
      <AddName
        label="Owners"
        hint="The name of an active user is linked to their account."
        placeholder="Owner’s name"
        isFull={owners.length >= OWNERS_LIMIT}
        onAdd={add}
      />
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
