import { expect } from 'vitest';
import { addDays } from '../../schema/dates.ts';
import type { Answer, Person, TestContext } from './fixtures.ts';
import { GENUINE, named, put, typeOf } from './uploads.ts';

/** An absent violation and a hidden one give the same answer. */
export const NOT_FOUND = 'Violation not found or you do not have permission to view it';

/** The date `days` from the server's today. */
export const inDays = (days: number): string => addDays(new Date().toISOString().slice(0, 10), days);

/** A violation's fields as its form sends them. */
export const draft = (resident: Pick<Person, 'id'>, over: object = {}) => ({
  user_id: resident.id,
  title: 'Bins',
  message: '<p>Behind the screen, please</p>',
  category: 'Trash',
  due_date: inDays(14),
  ...over,
});

/** Issues a violation over REST. Returns its record. */
export const issue = async (person: Person, resident: Pick<Person, 'id'>, over: object = {}) => {
  const { status, body } = await person.call('POST', '/api/violations', draft(resident, over));
  expect(status).toBe(201);
  return body;
};

export const read = async (person: Person, id: string) => (await person.call('GET', `/api/violations/${id}`)).body;
export const list = async (person: Person, query = '') => (await person.call('GET', `/api/violations${query}`)).body;
export const setStatus = (person: Person, id: string, status: string, more: object = {}) =>
  person.call('PUT', `/api/violations/${id}/status`, { status, ...more });
export const addMessage = (person: Person, id: string, message: string, more: object = {}) =>
  person.call('POST', `/api/violations/${id}/messages`, { message, is_internal: false, ...more });

/** Asks for an upload link for a violation's file. */
export const presign = (person: Person, fileName: string, more: object = {}): Promise<Answer> =>
  person.call('POST', '/api/violations/presigned-url', { ...named(fileName), ...more });

/** Uploads bytes as `fileName`, as the browser does. Returns the key. */
export const upload = async (person: Person, fileName: string, body = GENUINE[fileName.split('.').pop() ?? '']) => {
  const { uploadUrl, s3Key } = (await presign(person, fileName, named(fileName, body))).body as {
    uploadUrl: string;
    s3Key: string;
  };
  expect(await put(uploadUrl, body as Uint8Array, typeOf(fileName))).toBe(200);
  return s3Key;
};

/** Asks for a download link. */
export const link = (person: Person, s3Key: string) => person.call('POST', '/api/violations/download-url', { s3Key });

/** How many mails the outbox was asked for about a violation. */
export const mailsAbout = async ({ db }: TestContext, id: string): Promise<number> => {
  const sql = "SELECT count(*) AS mails FROM outbox WHERE kind = 'mailViolation' AND idempotency_key = ?";
  return Number((await db.execute({ sql, args: [`violation:${id}`] })).rows[0]?.mails);
};
