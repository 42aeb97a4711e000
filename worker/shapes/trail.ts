import * as z from 'zod';
import { ACTIVITY_KINDS } from '../../schema/activity.ts';
import { id, instant, record, role } from './parts.ts';

export const failedJob = record('FailedJob', {
  _id: id,
  kind: z.string(),
  subject: z.string().nullable(),
  subject_id: id.nullable(),
  user_id: id.nullable(),
  reason: z.string(),
  failed_at: instant,
  createdAt: instant,
});

const changeValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export const activity = record('Activity', {
  _id: id,
  seq: z.int(),
  at: instant,
  actor_id: id.nullable(),
  actor_name: z.string().nullable(),
  actor_role: role.nullable(),
  device: z
    .string()
    .nullable()
    .describe('Browser and system, or the program; for an API token its name, the program and its network'),
  sign_in: z.string().nullable().describe('The sign-in, or the API token'),
  action: z.string(),
  entity: z.enum(ACTIVITY_KINDS),
  entity_id: z.string().nullable(),
  title: z.string().nullable(),
  changes: z
    .record(z.string(), z.union([z.tuple([changeValue, changeValue]), z.null()]))
    .describe('The old and the new value of each changed field'),
  createdAt: instant.optional(),
});
export type ActivityBody = z.infer<typeof activity>;
