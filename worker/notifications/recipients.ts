import { ruleOf } from '../../schema/notifications.ts';
import type { Effects } from '../../schema/outbox.ts';
import type { Rows } from '../../schema/rows.ts';
import type { NotifiedEntity } from '../../schema/tables/notifications.ts';
import type { User } from '../../schema/tables/users.ts';
import { recipientsOf } from '../../sync/announcements/entity.ts';
import { isStaff } from '../../sync/roles.ts';

export type Notice = Effects['notify'];
type Person = Pick<User, 'id' | 'role' | 'status' | 'deleted_at'>;
export type RowOf = (entity: NotifiedEntity, id: string) => Rows[NotifiedEntity] | undefined;

/** Recipients of a notice among the active people of the HOA: for each record of it the ids of the people. */
export const recipientsOfNotice = (notice: Notice, rowOf: RowOf, people: readonly Person[]): [string, string[]][] =>
  notice.ids.map((id) => {
    const row = rowOf(notice.entity, id);
    const concerned = row ? concernedBy(notice, row, people) : [];
    return [id, concerned.filter((person) => person !== notice.by)];
  });

const concernedBy = (notice: Notice, row: Rows[NotifiedEntity], people: readonly Person[]): string[] => {
  const active = new Set(people.map(({ id }) => id));
  const those = (ids: readonly (string | null | undefined)[]) => ids.filter((id): id is string => active.has(id ?? ''));
  const managers = () => people.filter(({ role }) => isStaff(role)).map(({ id }) => id);
  const owner = ownerOf(notice.entity, row);
  const assignee = 'assigned_to' in row ? row.assigned_to : null;
  switch (ruleOf(notice.event).to) {
    case 'owner':
      return those([owner]);
    case 'assignee':
      return those([assignee]);
    case 'handlers': {
      const staff = managers();
      return assignee && staff.includes(assignee) ? [assignee] : staff;
    }
    case 'managers':
      return managers();
    case 'otherSide': {
      if (notice.by !== owner) return those([owner]);
      const handled = those([assignee]);
      return handled.length > 0 ? handled : managers();
    }
    case 'audience': {
      const announcement = row as Rows['announcement'];
      return recipientsOf(announcement, people)
        .map(({ id }) => id)
        .filter((id) => id !== announcement.created_by);
    }
  }
};

const ownerOf = (entity: NotifiedEntity, row: Rows[NotifiedEntity]): string | null => {
  if (entity === 'invoice') return (row as Rows['invoice']).recipient_id;
  return entity === 'announcement' ? null : (row as Rows['request' | 'violation']).user_id;
};
