import type * as z from 'zod/mini';
import type { brandingUpdate, hoaUpdate } from '../../schema/hoa-inputs.ts';
import type { Hoa } from '../../schema/tables/hoas.ts';
import type { Descriptors } from '../entity.ts';
import { can, isStaff } from '../roles.ts';
import { conflictsIn } from '../versions.ts';
import { automationConflicts, automationsOf } from './automations.ts';

/** The fields that `updateHoa` changes. */
export const HOA_FIELDS = ['name', 'street', 'city', 'state', 'zip', 'email', 'phone', 'time_zone'] as const;

export const conflictsOf = (hoa: Hoa, { base, ...changes }: Partial<z.output<typeof hoaUpdate>>): string[] =>
  conflictsIn(hoa, changes, base);

/** The later one of two logos stays. */
export const brandingConflicts = (hoa: Hoa, { base, accent }: z.output<typeof brandingUpdate>): string[] =>
  conflictsIn(hoa, { accent }, base);

export const entities = {
  hoa: {
    audiences: [{ audience: 'all' }],
    view: (
      { mails_paused_until, ledger_opening, edits, assign_requests, remind_unanswered_days, remind_overdue, ...hoa },
      viewer,
    ) => ({
      ...hoa,
      name_key: undefined,
      remind_unanswered_from: undefined,
      remind_overdue_from: undefined,
      ...(isStaff(viewer.role) && {
        mails_paused_until,
        ledger_opening,
        assign_requests,
        remind_unanswered_days,
        remind_overdue,
      }),
      ...(can(viewer.role, 'hoa.manage') && { edits }),
    }),
    load: 'first',
    conflicts: { updateHoa: conflictsOf, updateBranding: brandingConflicts, updateAutomations: automationConflicts },
    files: { feature: 'branding' },
    compared: automationsOf,
  },
} satisfies Descriptors;
