import { type Delivery, deliveryId } from '../../schema/announcements.ts';
import type { Effect } from '../../schema/outbox.ts';
import type { Announcement } from '../../schema/tables/announcements.ts';
import { chunksOf, MAILS_PER_CALL } from '../chunks.ts';
import { outboxKeys } from '../outbox-keys.ts';
import type { Tx } from '../tx.ts';

/** Characters of HTML and text per call, so that a batch of long messages fits a worker's memory. */
const CHARACTERS_A_BATCH = 4_000_000;
const CHARACTERS_AROUND = 10_000;

export const mailEffects = (
  tx: Tx,
  announcement: Announcement & { sending_since: string },
  deliveries: readonly Delivery[],
): Effect<'mailAnnouncement'>[] =>
  chunksOf(deliveries, batchSize(announcement.message)).map((chunk, at) => ({
    kind: 'mailAnnouncement',
    key: outboxKeys.mailAnnouncement(sendingKey(tx, announcement), at),
    payload: {
      id: announcement.id,
      hoa_id: tx.actor.hoa_id,
      since: announcement.sending_since,
      deliveries: chunk.map(({ user_id }) => deliveryId(announcement.id, user_id)),
    },
  }));

/** Unique per sending: `rev` differs between pushes, `now` within one. */
export const sendingKey = (tx: Tx, { id, rev }: Pick<Announcement, 'id'> & { rev?: number }): string =>
  `${id}:${rev}:${tx.now}`;

const batchSize = (message: string) =>
  Math.max(1, Math.min(MAILS_PER_CALL, Math.floor(CHARACTERS_A_BATCH / (message.length * 2 + CHARACTERS_AROUND))));
