import { useMemo } from 'react';
import type { MeetingBooks } from '../../../sync/meetings/books.ts';
import { proxiesThatCount } from '../../../sync/meetings/proxies/proxies.ts';
import { useRows } from '../../device/store.ts';
import { type DeskIndex, indexUnits } from './find-units.ts';

/** Made again when the roll, the residents or the proxies change; facts leave it as it is. */
export const useDeskIndex = (books: MeetingBooks): DeskIndex => {
  const users = useRows('user').all;
  const { roll, proxies, meeting } = books;
  const residents = useMemo(() => {
    const named = users
      .filter(({ address_id, name }) => address_id && name)
      .map(({ id, name, address_id }) => ({ user_id: id, name, address_id: address_id as string }));
    return Map.groupBy(named, ({ address_id }) => address_id);
  }, [users]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the books, which each fact makes anew, the proxies alone
  const counting = useMemo(() => [...proxiesThatCount(books).values()], [proxies, meeting]);
  return useMemo(
    () =>
      indexUnits(
        roll.toSorted((a, b) => a.position - b.position),
        residents,
        counting,
      ),
    [roll, residents, counting],
  );
};
