import type { Announcement } from '../schema/announcements.ts';
import { chunksOf, halvesOf, MAILS_PER_CALL } from './mail-batches.ts';
import type { Effect, Tx } from './tx.ts';

/** Of HTML and text together in one call, so that a batch of long messages fits a worker's memory. */
const CHARACTERS_A_BATCH = 4_000_000;
/** Of a mail around its message. */
const CHARACTERS_AROUND = 10_000;

/** What an outbox row of kind 'mailAnnouncement' holds. `since` is the sending it belongs to: one that has ended, or
 * begun anew, sends nothing more. */
export type MailBatch = { id: string; hoa_id: string; since: string; deliveries: string[] };

/** Leaves the mails of these deliveries to the outbox, batch by batch. */
export const mailBatches = (
  tx: Tx,
  announcement: Announcement & { sending_since: string },
  deliveries: readonly { id: string }[],
): Effect[] => {
  return chunksOf(deliveries, batchSize(announcement.message)).map((chunk, at) =>
    mailBatch(`mailAnnouncement:${stamp(tx, announcement)}:${at}`, {
      id: announcement.id,
      hoa_id: tx.actor.hoa_id,
      since: announcement.sending_since,
      deliveries: chunk.map(({ id }) => id),
    }),
  );
};

/** The two halves of a batch that was refused whole: the good mails in it must not wait for the bad one. */
export const halves = (key: string, batch: MailBatch): Effect[] =>
  halvesOf(batch.deliveries).map((deliveries, at) => mailBatch(`${key}.${at}`, { ...batch, deliveries }));

/** Names this change of this announcement: `rev` tells pushes apart, `now` the changes of one push. */
export const stamp = (tx: Tx, { id, rev }: Announcement): string => `${id}:${rev}:${tx.now}`;

const mailBatch = (key: string, payload: MailBatch): Effect => ({ kind: 'mailAnnouncement', key, payload });

/** A mail carries its message twice: as HTML and as text. */
const batchSize = (message: string) =>
  Math.max(1, Math.min(MAILS_PER_CALL, Math.floor(CHARACTERS_A_BATCH / (message.length * 2 + CHARACTERS_AROUND))));
