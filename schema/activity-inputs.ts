import * as z from 'zod/mini';

import { ACTIVITY_YEARS } from './activity.ts';

export const retentionInput = z.object({ years: z.nullable(z.literal(ACTIVITY_YEARS)) });
