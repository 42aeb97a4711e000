import { Download, Printer } from 'lucide-react';
import { downloadCsv, toCsv } from '../csv.ts';
import { localToday } from '../today.ts';
import type { ListAction } from './list-header.tsx';

/** Print and Export CSV, which take a list as it is filtered. */
export const outputActions = (onExport: () => void | Promise<void>): ListAction[] => [
  { label: 'Print', icon: Printer, run: () => print() },
  { label: 'Export CSV', icon: Download, run: () => void onExport() },
];

/** Downloads rows of a list as "requests-2026-11-22.csv". */
export const exportCsv = async (
  list: string,
  header: readonly string[],
  lines: readonly (readonly string[])[],
): Promise<void> => downloadCsv(`${list}-${localToday()}.csv`, await toCsv([header, ...lines]));
