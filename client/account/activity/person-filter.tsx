import { useMemo } from 'react';
import { NOBODY } from '../../../sync/activity/entity.ts';
import { useRows } from '../../device/store.ts';
import { MultiCombobox } from '../../ui/combobox.tsx';
import { sortByName } from '../../ui/format.ts';

/** Filters by author: people, or the app itself. Its code would be a third of the list's first load. */
const PersonFilter = (chosen: { values: readonly string[]; onChange: (ids: string[]) => void }) => (
  <div className="grid w-56 gap-1 max-md:w-full">
    <MultiCombobox {...chosen} label="Person" placeholder="Any person" none="No one found" choices={useActors()} />
  </div>
);

export default PersonFilter;

const useActors = () => {
  const users = useRows('user');
  return useMemo(
    () => [
      { id: NOBODY as string, label: 'Porchlight' },
      ...sortByName([...users.all]).map(({ id, name, email }) => ({ id, label: name || email, hint: email })),
    ],
    [users],
  );
};
