import { useMemo, useSyncExternalStore } from 'react';
import type { OutboxItem } from '../../sync/client/outbox-item.ts';
import { recordsOf } from '../device/outbox-index.ts';
import { useOnline, useOutboxIndex, useUploads } from '../device/store.ts';
import { onProgress, progressOf } from '../files/pending-uploads.ts';
import { Alert } from '../ui/alert.tsx';
import { Waiting } from '../ui/badge.tsx';

/** The newest outbox item of a record or message, by its id. */
export type WaitingItems = Pick<ReadonlyMap<string, OutboxItem>, 'get' | 'has'>;

/** The records and messages with changes that are not sent yet. Marking an announcement as read does not count. */
export const useWaiting = (): WaitingItems => {
  const changes = useOutboxIndex();
  const uploads = useUploads();
  return useMemo(() => {
    const files = new Map(uploads.flatMap((item) => recordsOf(item).map((id) => [id, item] as const)));
    const get = (id: string) => files.get(id) ?? changes.index.ofRecord(id);
    return { get, has: (id) => get(id) !== undefined };
  }, [changes, uploads]);
};

/** The file that will be attached to a record once there is a connection. */
export const useWaitingFile = (record_id: string): { item: OutboxItem; name: string } | undefined => {
  const item = useUploads().find(({ args }) => args.id === record_id);
  return item && { item, name: String(item.args.fileName ?? 'file') };
};

/** All files that will be attached to a record or message once there is a connection. */
export const useWaitingFiles = (record_id: string): readonly OutboxItem[] => {
  const uploads = useUploads();
  return useMemo(() => uploads.filter(({ args }) => args.id === record_id), [uploads, record_id]);
};

/** How far the upload of a waiting file is, 0 to 1; undefined while it waits. */
export const useUploadProgress = (id: string): number | undefined =>
  useSyncExternalStore(onProgress, () => progressOf(id));

/** The mark of a record with changes that are not sent yet: whether they are stored on this device; else nothing. */
export const WaitingMark = ({ item }: { item: OutboxItem | undefined }) =>
  item && <Waiting>{item.state === 'device' ? 'on this device' : 'not yet saved'}</Waiting>;

export const SENT_LATER = 'It will be sent when you are back online.';

/** Stands above a form while there is no connection. */
export const OfflineAlert = () =>
  !useOnline() && <Alert tone="info">You are offline. What you save stays on this device and is sent later.</Alert>;
