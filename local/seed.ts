import type { Client } from '@libsql/client';
import { addAnnouncements } from './seed/announcements.ts';
import { addBilling } from './seed/billing.ts';
import { type Book, openBook } from './seed/book.ts';
import { openCommunity } from './seed/community.ts';
import { addDocuments } from './seed/documents.ts';
import { addDues } from './seed/dues.ts';
import { enlarge } from './seed/large.ts';
import { mapleRidge } from './seed/maple-ridge/script.ts';
import { addRequests } from './seed/requests.ts';
import type { Script } from './seed/script.ts';
import { addViolations } from './seed/violations.ts';
import { willowCreek } from './seed/willow-creek/script.ts';
import { writeBook } from './seed/write.ts';

type Files = { put(key: string, bytes: Uint8Array, contentType: string): Promise<void> };

/**
 * Fills an empty, migrated database with both demo HOAs, dated around `now`; 'large' makes Willow Creek 400 units with
 * three years of history. Ids are the same in each run, and a run that was cut short may be repeated.
 */
export const seed = async ({
  db,
  files,
  now,
  size,
}: {
  db: Client;
  files: Files;
  now: Date;
  size: 'demo' | 'large';
}): Promise<void> => {
  const book = openBook();
  write(book, size === 'large' ? enlarge(willowCreek) : willowCreek, now);
  write(book, mapleRidge, now);
  for (const { key, bytes, type } of book.files) await files.put(key, bytes, type);
  await writeBook(db, book);
};

const write = (book: Book, script: Script, now: Date) => {
  const community = openCommunity(book, script, now);
  addBilling(community);
  addAnnouncements(community);
  addRequests(community);
  addDocuments(community);
  addViolations(community);
  addDues(community);
};
