import { useSync } from '../store.ts';
import { formatCount } from '../ui/format.ts';
import { ProgressBar } from '../ui/progress.tsx';

/** How far the first sync is; afterwards nothing. Lists already show what has arrived. */
export const FirstSync = () => {
  const { phase, done, total } = useSync();
  if (phase === 'ready' || total === 0) return null;
  return (
    <div className="grid gap-1.5">
      <p className="num text-ink-3 text-sm">
        Storing your community on this device: {formatCount(done)} of {formatCount(total)}
      </p>
      <ProgressBar label="First sync" value={done} max={total} />
    </div>
  );
};
