import { useState } from 'react';
import { type User, userUpdate } from '../../schema/users.ts';
import { parse, Refusal } from '../../sync/tx.ts';
import { drafts } from '../paths.ts';
import { useDraft } from '../ui/draft.tsx';

export type Edited = Pick<User, 'name' | 'role' | 'status'>;
export type Faults = Partial<Record<keyof Edited, string>>;

const checked = userUpdate.required({ name: true });

/** The fields of the edit dialog. Only what differs from the row is kept as a draft and sent, so that what somebody
 * else changes meanwhile stays. */
export const useEditForm = (user: User) => {
  const { value: draft, kept, set, discard } = useDraft<Partial<Edited>>(drafts.userEdit(user.id), {});
  const [faults, setFaults] = useState<Faults>({});
  const changes = differences(user, draft);
  const values: Edited = { name: user.name, role: user.role, status: user.status, ...draft };
  const change = (next: Partial<Edited>) => {
    const left = differences(user, { ...draft, ...next });
    if (Object.keys(left).length === 0) discard();
    else set(left);
    setFaults({});
  };
  const check = () => {
    const found = faultsOf(user.id, values);
    setFaults(found);
    return Object.keys(found).length === 0;
  };
  return { values, changes, faults, kept, change, check, discard };
};

export type EditForm = ReturnType<typeof useEditForm>;

const differences = (user: User, draft: Partial<Edited>): Partial<Edited> =>
  Object.fromEntries(Object.entries(draft).filter(([name, value]) => user[name as keyof Edited] !== value));

const faultsOf = (id: string, values: Edited): Faults => {
  try {
    parse(checked, { id, ...values });
    return {};
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return Object.fromEntries((error.issues ?? []).map(({ path, msg }) => [path, msg]));
  }
};
