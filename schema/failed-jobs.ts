import * as z from 'zod';
import { id } from './inputs.ts';

export type FailedJobSubject = 'user' | 'violation' | 'invoice' | 'due';

export const failedJobChoice = z.object({ id });
