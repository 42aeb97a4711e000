import { useMemo } from 'react';
import type { User } from '../../schema/tables/users.ts';
import { useRows } from '../device/store.ts';
import { Badge } from '../ui/badge.tsx';
import { formatAddress } from '../ui/format.ts';

/** Names, emails and addresses by the ids in a record; '' where this device does not hold them. */
export type People = {
  name(user_id: string | null): string;
  email(user_id: string | null): string;
  address(record: { address_id: string | null }): string;
};

/** Residents' devices hold only themselves and their address. */
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

/** A person's name with their email under it; a long email breaks before the @. */
export const PersonName = ({ name, email }: { name: string; email: string }) => {
  const [box, host] = email.split('@');
  return (
    <span className="[overflow-wrap:anywhere]">
      {name}
      {email !== name && (
        <span className="block text-ink-3 text-sm">
          {box}
          <wbr />@{host}
        </span>
      )}
    </span>
  );
};

type Props = { people: People; record: { user_id: string | null; address_id: string | null } };

/** The person and the home of a record, in a line; what this device does not hold is left out. */
export const WhoAndWhere = ({ people, record }: Props) => {
  const line = [people.name(record.user_id), people.address(record)].filter(Boolean).join(' · ');
  return line && <span className="text-ink-2 text-sm [overflow-wrap:anywhere]">{line}</span>;
};

/** Nothing unless mails to this person come back. */
export const BounceBadge = ({ user }: { user: Pick<User, 'email_bounced_at'> | undefined }) =>
  user?.email_bounced_at ? <Badge tone="bad">Email bounces</Badge> : null;
