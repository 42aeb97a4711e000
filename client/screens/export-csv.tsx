import { Download } from 'lucide-react';
import { downloadCsv, toCsv } from '../csv.ts';
import { localToday } from '../today.ts';
import { Button } from '../ui/button.tsx';

export const ExportButton = ({ onExport }: { onExport: () => void }) => (
  <Button icon={Download} onClick={onExport} className="max-md:[&>svg]:hidden">
    Export CSV
  </Button>
);

/** Downloads rows of a list as "requests-2026-11-22.csv". */
export const exportCsv = async (
  list: string,
  header: readonly string[],
  lines: readonly (readonly string[])[],
): Promise<void> => downloadCsv(`${list}-${localToday()}.csv`, await toCsv([header, ...lines]));
