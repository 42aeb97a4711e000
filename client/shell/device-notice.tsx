import { useAtomValue } from 'jotai';
import { spaceLeftAtom } from '../device/space.ts';
import { useInMemory, useSync } from '../device/store.ts';
import { Alert } from '../ui/alert.tsx';
import { formatPlural, formatSize } from '../ui/format.ts';
import { useLasting } from './sync-status.tsx';

const DeviceNotice = () => {
  const { storageFailure } = useSync();
  const left = useAtomValue(spaceLeftAtom);
  const inMemory = useInMemory();
  // Online, each change is in memory until its answer comes.
  const unsafe = useLasting(inMemory > 0) ? inMemory : 0;
  if (storageFailure)
    return (
      <Alert tone={unsafe > 0 ? 'error' : 'info'} title={TITLES[storageFailure]}>
        {unsafe > 0 ? notSafe(unsafe) : WHAT_HELPS[storageFailure]}
      </Alert>
    );
  if (left === null) return null;
  return (
    <Alert tone="info" title="This device is almost full">
      Porchlight has {left === 0 ? 'no space' : `only ${formatSize(left)}`} left. Please free up some space to keep your
      offline changes.
    </Alert>
  );
};
export default DeviceNotice;

const TITLES = { full: 'This device is full', blocked: 'Nothing can be saved on this device' };
const WHAT_HELPS = {
  full: 'Porchlight can’t save anything more, so you need a connection. Please free up some space and reload the page.',
  blocked: 'This browser doesn’t let Porchlight save data, so you need a connection.',
};

const notSafe = (count: number) =>
  `${formatPlural(count, 'change')} ${count === 1 ? 'is' : 'are'} in memory only. Keep this page open until ${count === 1 ? 'it is' : 'they are'} sent, and do not enter ${count === 1 ? 'it' : 'them'} again.`;
