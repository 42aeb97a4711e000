import * as z from 'zod/mini';
import { id } from './inputs.ts';

/** The board may record an outside payment or cancel; both are final. */
export const invoiceStatus = z.object({ id, status: z.enum(['paid', 'canceled'], { error: 'Invalid status' }) });
