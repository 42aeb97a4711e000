import * as z from 'zod';
import { emailQuery, hoaNameQuery, trialInput } from '../../schema/signup.ts';

export const resetToken = z.object({ token: z.string().describe('Of the link in a mail') });
export const plansQuery = z.object({ email: z.string().optional().describe('Of the applicant') });
export const availabilityBody = z.union([emailQuery, hoaNameQuery]);
export const trialBody = z.object({
  ...trialInput.shape,
  setup_intent_client_secret: z.string().max(500).nullish().describe('Of an earlier answer: goes on with that signup'),
});
const name = z.string().max(100).optional();
export const socketQuery = z.object({
  group: name.describe('The client group'),
  client: name.describe('The client'),
  patches: z.literal('1').optional().describe('Changes come as patches'),
});
