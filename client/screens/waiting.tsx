import { useMemo } from 'react';
import type { OutboxItem } from '../../sync/client/outbox.ts';
import { useOutbox } from '../store.ts';
import { Waiting } from '../ui/badge.tsx';

/** The newest outbox item of a record or message, by its id. */
export type WaitingItems = ReadonlyMap<string, OutboxItem>;

/** The records and messages of which something still waits on this device. Marking an announcement as read does not
 * change it. */
export const useWaiting = (): WaitingItems => {
  const outbox = useOutbox();
  return useMemo(() => {
    const unsent = outbox.filter(({ kind, mutation }) => kind !== 'refused' && mutation !== 'markAnnouncementRead');
    return new Map(unsent.flatMap((item) => idsOf(item).map((id) => [id, item] as const)));
  }, [outbox]);
};

const idsOf = ({ args }: OutboxItem): string[] =>
  [args.id, args.request_id, args.violation_id].filter((id): id is string => typeof id === 'string');

/** The file that will be attached to a record once there is a connection, if one waits. */
export const useWaitingFile = (record_id: string): { item: OutboxItem; name: string } | undefined => {
  const item = useOutbox().find(({ kind, args }) => kind === 'upload' && args.id === record_id);
  return item && { item, name: String(item.args.fileName ?? 'file') };
};

/** Says of a record that something of it waits on this device, and whether it is stored there; nothing where nothing
 * waits. */
export const WaitingMark = ({ item }: { item: OutboxItem | undefined }) =>
  item && <Waiting>{item.state === 'device' ? 'on this device' : 'not yet saved'}</Waiting>;
