import type * as z from 'zod/mini';
import type { meetingUpdate } from '../../schema/meeting-inputs.ts';
import type { Meeting } from '../../schema/tables/meetings.ts';
import { conflictsIn } from '../versions.ts';

type Update = Partial<z.output<typeof meetingUpdate>>;

/** The fields whose newer value the change would overwrite without its author having seen it. */
export const conflictsOf = (meeting: Meeting, { id: _, status: __, base, ...changes }: Update): string[] =>
  conflictsIn(meeting, changes, base);
