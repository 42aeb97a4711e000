import type { Entity, Rows } from '../schema/rows.ts';
import { conflictsOf as inAddress } from './addresses/entity.ts';
import { changedSinceRead, conflictsOf as inAnnouncement } from './announcements/entity.ts';
import { conflictsOf as inDocument } from './documents/entity.ts';
import { conflictsOf as inDue } from './dues/entity.ts';
import { conflictsOf as inMeeting } from './meetings/conflicts.ts';
import type { MutatorName } from './mutators.ts';
import { conflictsOf as inRequest } from './requests/entity.ts';
import { conflictsOf as inViolation, withNotes } from './violations/entity.ts';

/** `fields` returns those whose newer value the mutation would overwrite, or send, without its author having seen it.
 * */
type Comparison<E extends Entity> = {
  entity: E;
  fields(row: Rows[E], args: Record<string, unknown>): string[];
  values(row: Rows[E]): object;
};

const comparison = <E extends Entity>(
  entity: E,
  fields: Comparison<E>['fields'],
  values: (row: Rows[E]) => object = (row) => row,
): Comparison<Entity> => ({ entity, fields, values }) as unknown as Comparison<Entity>;

export const comparisons: Partial<Record<MutatorName, Comparison<Entity>>> = {
  updateAnnouncement: comparison('announcement', inAnnouncement),
  sendAnnouncement: comparison('announcement', changedSinceRead),
  updateRequest: comparison('request', inRequest),
  setViolationStatus: comparison('violation', inViolation, withNotes),
  updateDocument: comparison('document', inDocument),
  updateDue: comparison('due', inDue),
  updateAddress: comparison('address', inAddress),
  updateMeeting: comparison('meeting', inMeeting),
};
