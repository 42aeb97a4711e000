import type { OutboxItem } from '../../sync/client/outbox.ts';
import { Waiting } from '../ui/badge.tsx';

/** Says of a record that something of it still waits here, and whether it is safe yet. Nothing where nothing waits. */
export const WaitingMark = ({ item }: { item: OutboxItem | undefined }) =>
  item && <Waiting>{item.state === 'device' ? 'on this device' : 'not yet saved'}</Waiting>;
