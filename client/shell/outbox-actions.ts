import type { OutboxItem } from '../../sync/client/outbox.ts';
import type { MutatorName } from '../../sync/index.ts';
import { discardUpload, resumeUploads } from '../pending-uploads.ts';
import { save } from '../store.ts';

/** Sends a refused change once more, as a new change. Throws Refusal where it cannot even be queued. */
export const resend = async (item: OutboxItem): Promise<void> => {
  if (item.kind === 'upload') return resumeUploads();
  const { written_at: _, ...args } = item.args;
  await save(item.mutation as MutatorName, args);
  await discard(item);
};

/** Removes a refused change or a waiting file from this device. */
export const discard = async (item: OutboxItem): Promise<void> => {
  if (item.kind === 'upload') await discardUpload(item.id);
  else await save('dismissRefusal', { id: item.id });
};
