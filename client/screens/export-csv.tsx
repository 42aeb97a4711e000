import { Download } from 'lucide-react';
import { downloadCsv, toCsv } from '../csv.ts';
import { localToday } from '../today.ts';
import { Button } from '../ui/button.tsx';
import { PrintButton } from '../ui/print-button.tsx';

/** Print and Export CSV, which take a list as it is filtered. */
export const OutputButtons = ({ onExport }: { onExport: () => void }) => (
  <>
    <PrintButton />
    <Button icon={Download} onClick={onExport} className="max-md:[&>svg]:hidden">
      Export CSV
    </Button>
  </>
);

/** Downloads rows of a list as "requests-2026-11-22.csv". */
export const exportCsv = async (
  list: string,
  header: readonly string[],
  lines: readonly (readonly string[])[],
): Promise<void> => downloadCsv(`${list}-${localToday()}.csv`, await toCsv([header, ...lines]));
