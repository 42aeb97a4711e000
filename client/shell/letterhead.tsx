import { contactLine } from '../../sync/hoas/contact.ts';
import { useRows } from '../device/store.ts';
import { useToday } from '../device/today.ts';
import { PrintLogo } from '../screens/print-logo.tsx';
import { formatDate } from '../ui/format.ts';

/** Heads what is printed. */
const Letterhead = () => {
  const [hoa] = useRows('hoa').all;
  return (
    <div className="hidden items-end justify-between gap-4 border-ink border-b pb-1 print:flex">
      <span>
        <PrintLogo />
        <b className="block font-semibold">{hoa?.name}</b>
        <span className="block text-ink-2 text-sm">{contactLine(hoa ?? {})}</span>
      </span>
      <span className="num shrink-0">Printed {formatDate(useToday())}</span>
    </div>
  );
};

export default Letterhead;
