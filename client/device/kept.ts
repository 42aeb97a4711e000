import { useEffect, useMemo } from 'react';
import type { Role } from '../../schema/users.ts';
import { BUILD } from '../config.ts';
import { local } from '../ui/local-storage.ts';
import { useUser } from './session.ts';
import { useSync } from './store.ts';
import { useToday } from './today.ts';

type Kept<Value> = { build: string; role: Role; day: string; value: Value };

/** `asOf`: the day (YYYY-MM-DD) on which it was computed, if that was not today. */
type Shown<Value> = { value: Value; asOf: string | null };

/** A value computed over many rows, which must be JSON: as it is where that is current, until then as this device last
 * computed it for this user in this role and version; undefined where it never has. It leaves the device at sign-out, as all in the
 * browser's storage does. */
export const useKept = <Value>(name: string, value: Value, isCurrent: boolean): Shown<Value> | undefined => {
  const { id, role } = useUser();
  const day = useToday();
  // What is counted while the first sync runs is a part.
  const isWhole = useSync().phase === 'ready' && isCurrent;
  const key = `kept/${id}/${name}`;
  const kept = useMemo(() => read<Value>(key, role), [key, role]);
  const text = isWhole ? JSON.stringify({ build: BUILD, role, day, value } satisfies Kept<Value>) : null;
  useEffect(() => {
    if (text !== null && text !== local.get(key)) local.set(key, text);
  }, [key, text]);
  return useMemo(() => {
    if (isCurrent) return { value, asOf: null };
    return kept && { value: kept.value, asOf: kept.day === day ? null : kept.day };
  }, [isCurrent, value, kept, day]);
};

const read = <Value>(key: string, role: Role): Kept<Value> | undefined => {
  try {
    const kept = JSON.parse(local.get(key) ?? 'null') as Kept<Value> | null;
    return kept?.role === role && kept.build === BUILD ? kept : undefined;
  } catch {
    return undefined;
  }
};
