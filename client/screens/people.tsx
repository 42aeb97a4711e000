import { useMemo } from 'react';
import { useRows } from '../store.ts';
import { formatAddress } from '../ui/format.ts';

/** Names behind the ids of a record. */
export type People = {
  name(user_id: string | null): string;
  email(user_id: string | null): string;
  /** '' where the resident had none. */
  address(record: { address_id: string | null }): string;
};

/** Looks up names and addresses by id; residents hold only their own. */
export const usePeople = (): People => {
  const users = useRows('user');
  const addresses = useRows('address');
  return useMemo(
    () => ({
      name: (id) => users.get(id)?.name || users.get(id)?.email || '',
      email: (id) => users.get(id)?.email ?? '',
      address: ({ address_id }) => {
        const address = addresses.get(address_id);
        return address ? formatAddress(address) : '';
      },
    }),
    [users, addresses],
  );
};

/** A person's name with their email under it, which breaks before the @ where it must. */
export const PersonName = ({ name, email }: { name: string; email: string }) => {
  const [box, host] = email.split('@');
  return (
    <>
      {name}
      {email !== name && (
        <span className="block text-ink-3 text-sm">
          {box}
          <wbr />@{host}
        </span>
      )}
    </>
  );
};
