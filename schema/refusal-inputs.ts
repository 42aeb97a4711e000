import * as z from 'zod/mini';
import { id } from './inputs.ts';

export const refusalDismissal = z.object({ id });
