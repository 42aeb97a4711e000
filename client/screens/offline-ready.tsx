import { clsx } from 'clsx';
import { useAtomValue } from 'jotai';
import { CircleAlert, CircleCheck, CloudDownload, type LucideIcon } from 'lucide-react';
import { appFilesAtom, areStored } from '../device/app-files.ts';
import { useHasRows, useOnline, useSync } from '../device/store.ts';
import { formatCount } from '../ui/format.ts';

type State = { icon: LucideIcon; color: string; words: string };

/** Tells that this device can work offline, since the app, the screens of the user's role and the first sync are on it; or how
 * far it is, or why not. */
const OfflineReady = ({ className }: { className?: string }) => {
  const state = useOfflineState();
  if (!state) return null;
  const { icon: Icon, color, words } = state;
  return (
    <span className={clsx('num flex items-start gap-1.5 text-ink-2', className)}>
      <Icon aria-hidden className={clsx('mt-0.5 size-4 shrink-0', color)} strokeWidth={1.9} />
      <span>{words}</span>
    </span>
  );
};

export default OfflineReady;

const useOfflineState = (): State | null => {
  const files = useAtomValue(appFilesAtom);
  const { storageFailure } = useSync();
  const hasRows = useHasRows();
  const online = useOnline();
  if (storageFailure === 'blocked' || files === 'never') return notReady(NEVER);
  if (storageFailure === 'full' || files?.failure === 'full') return notReady(FULL);
  if (hasRows && areStored(files)) return { icon: CircleCheck, color: 'text-good', words: 'Ready to work offline' };
  const progress = files && !areStored(files) ? ` (${formatCount(files.stored)} of ${formatCount(files.total)})` : '';
  if (!online) return notReady(`Not ready to work offline yet${progress}. Connect to finish.`);
  return { icon: CloudDownload, color: 'text-ink-3', words: `Getting ready for offline use${progress}…` };
};

const notReady = (words: string): State => ({ icon: CircleAlert, color: 'text-ochre', words });

const NEVER = 'This browser can’t store the app, so you need a connection.';
const FULL = 'This device is full, so you need a connection. Free up some space and reload the page.';
