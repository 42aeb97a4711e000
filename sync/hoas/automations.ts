import type * as z from 'zod/mini';
import type { automationsUpdate } from '../../schema/hoa-inputs.ts';
import { REQUEST_CATEGORIES, type RequestCategory } from '../../schema/requests.ts';
import type { Hoa } from '../../schema/tables/hoas.ts';
import { conflictsIn } from '../versions.ts';

type AssigneeField = `${Lowercase<RequestCategory>}_id`;
export const assigneeField = (category: RequestCategory) => `${category.toLowerCase()}_id` as AssigneeField;

/** The association with the person of each category as a field of its own. */
export const automationsOf = (hoa: Hoa) => ({
  ...hoa,
  ...(Object.fromEntries(
    REQUEST_CATEGORIES.map((category) => [assigneeField(category), hoa.assign_requests?.[category] ?? null]),
  ) as Record<AssigneeField, string | null>),
});

export const automationConflicts = (
  hoa: Hoa,
  { base, ...changes }: Partial<z.output<typeof automationsUpdate>>,
): string[] => conflictsIn(automationsOf(hoa), changes, base);
