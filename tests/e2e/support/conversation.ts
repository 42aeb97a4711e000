import type { Email } from './app.ts';
import { apiAs } from './server.ts';

export const BEA: Email = 'thread-bea@willowcreek.test';
export const RITA: Email = 'thread-rita@willowcreek.test';
export const bea = apiAs(BEA);
export const rita = apiAs(RITA);

export const filed = async (title: string, messages = 0): Promise<string> => {
  const made = await rita('POST', '/api/requests', {
    title,
    category: 'Other',
    description: '<p>It drips all night.</p>',
  });
  for (let n = 1; n <= messages; n += 1)
    await bea('POST', `/api/requests/${made.body._id}/comments`, { message: `<p>Message ${n}</p>`, is_public: true });
  return made.body._id;
};
