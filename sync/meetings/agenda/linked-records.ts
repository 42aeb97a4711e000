import { dayIn } from '../../../schema/dates.ts';
import type { LinkedRecord, RecordAction } from '../../../schema/meetings.ts';
import type { Rows } from '../../../schema/rows.ts';
import { find, type Tx } from '../../tx.ts';
import { nameOf } from '../../users/entity.ts';
import { dayInWords, listInWords } from '../../words.ts';

type Linked = Rows['request'] | Rows['violation'] | Rows['account'] | Rows['meeting'] | Rows['actionItem'];
type FoundRecord = Linked | Rows['motion'] | Rows['invoice'];

const NOT_FOUND = 'Record not found or you do not have permission to view it';

/** The record that an item or an action names. Throws Refusal('not_found'). */
export const findRecord = (
  tx: Tx,
  { entity, id }: LinkedRecord | Pick<RecordAction, 'entity' | 'id'>,
): Promise<FoundRecord> => find(tx, entity, id, NOT_FOUND);

/** How the record reads on an agenda. */
export const titleOfRecord = async (tx: Tx, { entity }: LinkedRecord, record: unknown): Promise<string> => {
  const title = await TITLES[entity](tx, record as never);
  return title.slice(0, 200);
};

type Titles = { [E in LinkedRecord['entity']]: (tx: Tx, row: Rows[E]) => string | Promise<string> };

const TITLES: Titles = {
  request: (_, { category, title }) => `${categoryLabel(category)}: ${title}`,
  violation: (_, { title }) => `Violation: ${title}`,
  account: async (tx, { holder_ids }) => {
    const holders = await Promise.all(holder_ids.map((id) => tx.get('user', id)));
    return `Overdue account: ${listInWords(holders.flatMap((user) => (user ? [nameOf(user)] : [])))}`;
  },
  meeting: async (tx, { starts_at }) => minutesTitle(starts_at, await tx.get('hoa', tx.actor.hoa_id)),
  actionItem: (_, { title }) => title,
  motion: async (tx, { item_id, number }) => {
    const item = await tx.get('agendaItem', item_id);
    return item?.title ?? `Motion ${number}`;
  },
};

/** A request's category; Modification is called Architectural wherever boards read it. */
export const categoryLabel = (category: string): string => (category === 'Modification' ? 'Architectural' : category);

export const minutesTitle = (starts_at: string, hoa: { time_zone: string } | undefined): string =>
  `Approve the minutes of ${dayInWords(dayIn(hoa?.time_zone ?? 'America/Chicago', new Date(starts_at)))}`;
