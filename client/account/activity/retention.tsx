import { useEffect, useState } from 'react';
import { ACTIVITY_YEARS } from '../../../schema/activity.ts';
import { api } from '../../device/api.ts';
import { useOnline } from '../../device/store.ts';
import { changeNow } from '../../forms/change-now.ts';
import { Select } from '../../ui/select.tsx';

const FOR_EVER = 'ever';
const OPTIONS = [
  ...ACTIVITY_YEARS.map((years) => ({ value: String(years), label: `Keep ${years} years` })),
  { value: FOR_EVER, label: 'Keep forever' },
];
const PATH = '/api/activity/retention';
type Kept = { years: number | null };

/** How long the server keeps activities; nothing until it has answered. */
export const Retention = () => {
  const online = useOnline();
  const [kept, setKept] = useState<Kept>();
  useEffect(() => {
    if (online) void api<Kept>(PATH).then(setKept, () => undefined);
  }, [online]);
  if (!kept) return null;
  const change = async (value: string) => {
    const years = value === FOR_EVER ? null : Number(value);
    const put = async (body: Kept) => setKept(await api<Kept>(PATH, { method: 'PUT', body }));
    await changeNow({
      write: () => put({ years }),
      undo: () => put(kept),
      said: 'Saved. Records about money are kept for at least 7 years.',
      fallback: 'This could not be saved',
    });
  };
  return (
    <Select
      label="Retention"
      value={kept.years === null ? FOR_EVER : String(kept.years)}
      onChange={(value) => void change(value)}
      options={OPTIONS}
      disabled={!online}
    />
  );
};
