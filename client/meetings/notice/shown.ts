import type { NoticeProof, NoticeWay, UnitProof } from '../../../sync/meetings/notice/notice.ts';
import type { Readers } from './readers.ts';

/** `unknown`: nothing on this device says that it was reached, but somebody may have read it in the app. */
export type ShownWay = NoticeWay | 'unknown';
export type ShownUnit = Omit<UnitProof, 'way'> & { way: ShownWay };
export type ShownProof = {
  units: readonly ShownUnit[];
  counts: Record<ShownWay, number> & { total: number };
  /** `as_of` (ISO 8601): readers are known until then alone. */
  readers: { as_of: string } | 'current' | 'unknown';
};

/** The proof of this device's rows, with what is known of readers; `isSent`: there is something to be read. */
export const withReaders = (
  { units, counts }: NoticeProof,
  isSent: boolean,
  readers: Readers | undefined,
): ShownProof => {
  const shown = units.map((proof): ShownUnit => {
    if (proof.way !== 'none') return proof;
    const reader = readers?.of.get(proof.unit.id);
    if (reader) return { ...proof, ...reader, way: 'read' };
    const mayHaveRead = isSent && !readers && proof.unit.people.length > 0;
    return mayHaveRead ? { ...proof, way: 'unknown' } : proof;
  });
  const count = (way: ShownWay) => shown.filter((one) => one.way === way).length;
  const unknown = count('unknown');
  return {
    units: shown,
    counts: { ...counts, read: count('read'), none: count('none'), unknown },
    readers: unknown > 0 ? 'unknown' : isSent && readers && !readers.isFresh ? { as_of: readers.as_of } : 'current',
  };
};
