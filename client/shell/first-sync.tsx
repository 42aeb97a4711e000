import { useSync } from '../device/store.ts';
import { Alert } from '../ui/alert.tsx';
import { formatCount } from '../ui/format.ts';
import { ProgressBar } from '../ui/progress.tsx';

const FirstSync = () => {
  const { phase, done, total, message } = useSync();
  if (phase === 'first' && message) return <Alert tone="error">{message}</Alert>;
  if (phase === 'ready' || total === 0) return null;
  return (
    <div className="grid gap-1.5 print:hidden">
      <p className="num text-ink-3 text-sm">
        Saving your community to this device: {formatCount(done)} of {formatCount(total)}
      </p>
      <ProgressBar label="First sync" value={done} max={total} />
    </div>
  );
};

export default FirstSync;
