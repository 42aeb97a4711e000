import { getDefaultStore } from 'jotai';
import { Download, Printer } from 'lucide-react';
import { syncAtom } from '../device/store.ts';
import { localToday } from '../device/today.ts';
import { downloadCsv } from '../files/download.ts';
import { toast } from '../ui/toast.tsx';
import type { ListAction } from './list-header.tsx';

/** Print and Export CSV, which take a list as it is filtered. */
export const outputActions = (onExport: () => void | Promise<void>): ListAction[] => [
  { label: 'Print', icon: Printer, run: () => print() },
  { label: 'Export CSV', icon: Download, run: () => void onExport() },
];

const NOT_ALL = 'Not all records are on this device yet. Please export again once they are.';

/** Downloads rows of a list as "requests-2026-11-22.csv"; not before the first sync has ended, so that none is missing. */
export const exportCsv = async (
  list: string,
  header: readonly string[],
  lines: readonly (readonly string[])[],
): Promise<void> => {
  if (getDefaultStore().get(syncAtom).phase === 'first') return toast(NOT_ALL, 'error');
  downloadCsv(`${list}-${localToday()}.csv`, [header, ...lines]);
};
