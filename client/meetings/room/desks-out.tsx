import { TabletSmartphone } from 'lucide-react';
import type { DeskOut } from '../../../sync/meetings/desks.ts';
import { Button } from '../../ui/button.tsx';
import { useRoom } from './context.ts';

/** Who is still out, until that desk closes or a person says that nothing more comes. */
export const DesksOut = () => {
  const { desksOut } = useRoom();
  if (desksOut.length === 0) return null;
  return (
    <ul aria-label="Desks that are out" className="grid gap-1.5">
      {desksOut.map((desk) => (
        <Line key={desk.device ?? desk.desk} out={desk} />
      ))}
    </ul>
  );
};

const Line = ({ out: { desk, device, last_seen } }: { out: DeskOut }) => {
  const { record, time } = useRoom();
  const close = () => void record([{ kind: 'desk_closed', data: { desk, ...(device && { device }) } }]);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ink-2">
      <span className="flex gap-3">
        <TabletSmartphone aria-hidden className="mt-1 size-4 shrink-0" />
        <span className="num">
          {desk} is still out. Its last entry here is from {time(last_seen)}.
        </span>
      </span>
      <Button size="small" onClick={close}>
        All Its Entries Are In<span className="sr-only"> {desk}</span>
      </Button>
    </li>
  );
};
