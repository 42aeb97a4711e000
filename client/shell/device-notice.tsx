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
      {left === 0 ? 'Nothing is' : `${formatSize(left)} are`} left for Porchlight. Please free up some space so that
      your offline changes can be kept.
    </Alert>
  );
};
export default DeviceNotice;

const TITLES = { full: 'This device is full', blocked: 'Nothing is kept on this device' };
const WHAT_HELPS = {
  full: 'Nothing more can be kept on it, so you need a connection. Please free up some space and reload the page.',
  blocked: 'This browser does not let Porchlight store anything, so you need a connection.',
};

const notSafe = (count: number) =>
  `${formatPlural(count, 'change')} ${count === 1 ? 'is' : 'are'} in memory only: keep this page open until ${count === 1 ? 'it is' : 'they are'} sent, and do not enter ${count === 1 ? 'it' : 'them'} again.`;
