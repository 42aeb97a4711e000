import { downloadCsv, toCsv } from '../csv.ts';
import { COLUMNS } from './bulk-headers.ts';

const SAMPLE = [
  '12 Maple Court',
  '4B',
  'Owner-occupied',
  'Maria Alvarez',
  'maria@example.com',
  'Resident',
  '555-010-0142',
];

export const TEMPLATE_NAME = 'bulk_users_template.csv';

/** The template: the columns, and one sample row. */
export const templateCsv = (): Promise<string> => toCsv([Object.values(COLUMNS), SAMPLE]);

/** Downloads the template; it is made here, so it works offline. */
export const downloadTemplate = async (): Promise<void> => downloadCsv(TEMPLATE_NAME, await templateCsv());
