import { createHash } from 'node:crypto';
import { uuid8 } from '../uuid8.ts';

/** Our id of what the provider calls so, always the same. */
export const rowId = (provider_id: string): string => uuid8(createHash('sha256').update(provider_id).digest());
