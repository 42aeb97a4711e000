import { useMemo } from 'react';
import type { OutboxItem } from '../../sync/client/outbox.ts';
import { useOutbox } from '../store.ts';

/** Ids of the announcements of which something still waits on this device, with what waits last. A read mark is no
 * change of an announcement. */
export const useWaiting = (): ReadonlyMap<string, OutboxItem> => {
  const outbox = useOutbox();
  return useMemo(() => new Map(outbox.filter(isUnsent).map((item) => [String(item.args.id), item] as const)), [outbox]);
};

/** The file that will be attached once there is a connection, if one waits. */
export const useWaitingFile = (announcement_id: string): { item: OutboxItem; name: string } | undefined => {
  const item = useOutbox().find(
    ({ kind, mutation, args }) => kind === 'upload' && mutation === 'updateAnnouncement' && args.id === announcement_id,
  );
  return item && { item, name: String(item.args.fileName ?? 'file') };
};

const isUnsent = ({ kind, mutation }: OutboxItem) => kind !== 'refused' && mutation.endsWith('Announcement');
