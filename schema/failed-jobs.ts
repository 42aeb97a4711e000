import * as z from 'zod/mini';
import { id } from './inputs.ts';

export type FailedJobSubject = 'user' | 'violation' | 'invoice' | 'payment' | 'due';

export const failedJobChoice = z.object({ id });
