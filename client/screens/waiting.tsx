import { useMemo } from 'react';
import type { OutboxItem } from '../../sync/client/outbox.ts';
import { useOutbox } from '../store.ts';
import { Waiting } from '../ui/badge.tsx';

/** The newest outbox item of a record or message, by its id. */
export type WaitingItems = ReadonlyMap<string, OutboxItem>;

/** The records and messages with changes that are not sent yet. Marking an announcement as read does not count. */
export const useWaiting = (): WaitingItems => {
  const outbox = useOutbox();
  return useMemo(() => {
    const unsent = outbox.filter(({ kind, mutation }) => kind !== 'refused' && mutation !== 'markAnnouncementRead');
    return new Map(unsent.flatMap((item) => idsOf(item).map((id) => [id, item] as const)));
  }, [outbox]);
};

const idsOf = ({ args }: OutboxItem): string[] =>
  [args.id, args.request_id, args.violation_id].filter((id): id is string => typeof id === 'string');

/** The file that will be attached to a record once there is a connection. */
export const useWaitingFile = (record_id: string): { item: OutboxItem; name: string } | undefined => {
  const item = useOutbox().find(({ kind, args }) => kind === 'upload' && args.id === record_id);
  return item && { item, name: String(item.args.fileName ?? 'file') };
};

/** The mark of a record with changes that are not sent yet: whether they are stored on this device; else nothing. */
export const WaitingMark = ({ item }: { item: OutboxItem | undefined }) =>
  item && <Waiting>{item.state === 'device' ? 'on this device' : 'not yet saved'}</Waiting>;
