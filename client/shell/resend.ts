import type { OutboxItem } from '../../sync/client/outbox-item.ts';
import type { MutatorName } from '../../sync/mutators.ts';
import { askForCode } from '../device/step-up.ts';
import { save } from '../device/store.ts';
import { discardUpload, resumeUploads } from '../files/pending-uploads.ts';
import type { Repair } from '../outbox-label.ts';

/** It was refused for want of a code of the second factor. */
export const wantsCode = ({ code }: OutboxItem): boolean => code === 'second_factor';

/** Sends refused changes again, once a code was entered where they want one. */
export const resend = async (...items: readonly OutboxItem[]): Promise<void> => {
  if (items.some(wantsCode) && !(await askForCode())) return;
  for (const item of items) {
    if (item.kind === 'upload') await resumeUploads({ now: true });
    else await send({ mutation: item.mutation as MutatorName, args: item.args }, item);
  }
};

/** Sends a change in place of a refused one. */
export const send = async (
  { mutation, args: given }: Pick<Repair, 'mutation' | 'args'>,
  item: OutboxItem,
): Promise<void> => {
  const { written_at: _, ...args } = given;
  await save(mutation, args);
  await discard(item);
};

export const discard = async (item: OutboxItem): Promise<void> => {
  if (item.kind === 'upload') await discardUpload(item.id);
  else await save('dismissRefusal', { id: item.id });
};
