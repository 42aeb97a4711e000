import { open } from 'node:fs/promises';
import { messageOf, UserError } from './user-error.ts';

/** Writes the whole database as SQL, from one read transaction (https://github.com/tursodatabase/libsql, GET /dump).
 * Throws a UserError. */
export const saveDump = async (
  { url, token }: { url: string; token?: string | undefined },
  file: string,
): Promise<void> => {
  const address = url.replace(/^(libsql|wss):/, 'https:').replace(/^ws:/, 'http:');
  const headers = token ? { Authorization: `Bearer ${token}` } : undefined;
  const answer = await fetch(`${address}/dump`, { headers }).catch((error) => {
    throw new UserError(`The database at ${url} does not answer: ${messageOf(error)}.`);
  });
  const end = answer.ok && answer.body ? await write(answer.body, file) : '';
  if (!end.trimEnd().endsWith('COMMIT;')) {
    throw new UserError(`The database at ${url} gave no whole dump (${answer.status}).`);
  }
};

const TAIL = 100;

/** Returns the last characters. */
const write = async (body: AsyncIterable<Uint8Array>, path: string): Promise<string> => {
  const file = await open(path, 'w', 0o600);
  const decoder = new TextDecoder();
  let end = '';
  try {
    for await (const chunk of body) {
      await file.write(chunk);
      end = (end + decoder.decode(chunk, { stream: true })).slice(-TAIL);
    }
  } finally {
    await file.close();
  }
  return end;
};
