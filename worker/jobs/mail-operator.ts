import { sendOperatorMail } from '../services/operator.ts';
import type { Job } from './job.ts';

export const mailOperator: Job<'mailOperator'> = ({ config }, alert, { id }) => sendOperatorMail(config, alert, id);
