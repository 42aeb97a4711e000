import { uuidv7 } from 'uuidv7';
import { expect, inject } from 'vitest';
import type { Recipient } from '../../schema/announcements.ts';
import type { PokePatch } from '../../sync/protocol.ts';
import type { Person, TestContext } from './fixtures.ts';
import { type Mail, mailsAt, TEST_RESEND_KEY } from './inbox.ts';
import { GENUINE, named, put } from './uploads.ts';

/** An absent announcement and a hidden one give the same answer. */
export const NOT_FOUND = 'Announcement not found or you do not have permission to view it';

/** An announcement's fields as its form sends them. */
export const draft = (over: object = {}) => ({
  title: 'Pool',
  message: '<p>Closed on Monday</p>',
  category: 'general',
  audience_type: 'all',
  custom_recipients: [],
  delivery_methods: ['in_app', 'email'],
  attachment: null,
  ...over,
});

/** Writes a draft over REST. Returns its record. */
export const create = async (person: Person, over: object = {}) => {
  const { status, body } = await person.call('POST', '/api/announcements', draft(over));
  expect(status).toBe(201);
  return body;
};

/** Writes a draft and sends it. Returns its record as it is then. */
export const publish = async (person: Person, over: object = {}) => {
  const { _id } = await create(person, over);
  expect((await send(person, _id)).status).toBe(200);
  return read(person, _id);
};

export const send = (person: Person, id: string) => person.call('POST', `/api/announcements/${id}/send`);
export const retry = (person: Person, id: string, user_ids?: string[]) =>
  person.call('POST', `/api/announcements/${id}/retry`, user_ids && { user_ids });
export const update = (person: Person, id: string, changes: object) =>
  person.call('PUT', `/api/announcements/${id}`, changes);
export const remove = (person: Person, id: string) => person.call('DELETE', `/api/announcements/${id}`);
export const markRead = (person: Person, id: string) => person.call('POST', `/api/announcements/${id}/read`);
export const get = (person: Person, id: string) => person.call('GET', `/api/announcements/${id}`);
export const read = async (person: Person, id: string) => (await get(person, id)).body;
export const list = async (person: Person, query = '') => (await person.call('GET', `/api/announcements${query}`)).body;
export const titles = async (person: Person, query = '') =>
  (await list(person, query)).docs.map(({ title }: { title: string }) => title);

/** Ids of people as the wire gives them, in order. */
export const idsOf = (people: { _id: string }[]) => people.map(({ _id }) => _id).sort();

/** Uploads bytes as `fileName`, as the browser does. Returns the attachment that a draft may name. */
export const upload = async (person: Person, fileName: string, bytes = GENUINE[fileName.split('.').pop() ?? '']) => {
  const asked = named(fileName, bytes);
  const { body } = await person.call('POST', '/api/announcements/presigned-url', asked);
  expect(await put(body.uploadUrl, bytes as Uint8Array, asked.fileType)).toBe(200);
  return {
    s3_key: body.s3Key as string,
    filename: fileName,
    file_size: bytes?.length ?? 0,
    file_type: fileName.split('.').pop() ?? '',
  };
};

/** Pushes mutations from a device of their own. Answers what was refused. */
export const push = async (ctx: TestContext, person: Person, ...mutations: [name: string, args: object][]) => {
  const [clientID, clientGroupID] = [uuidv7(), uuidv7()];
  const answer = await person.call('POST', '/api/replicache/push', {
    pushVersion: 1,
    clientGroupID,
    profileID: 'p',
    schemaVersion: '1',
    mutations: mutations.map(([name, args], at) => ({ clientID, id: at + 1, name, args, timestamp: 0 })),
  });
  expect(answer.status).toBe(200);
  const sql = 'SELECT code, message FROM refusals WHERE client_group_id = ? ORDER BY at, id';
  return (await ctx.db.execute({ sql, args: [clientGroupID] })).rows.map((row) => [row.code, row.message]);
};

/** Asks again and again until `done` holds, and gives the record then. */
export const waitForAnnouncement = async (
  person: Person,
  id: string,
  // biome-ignore lint/suspicious/noExplicitAny: JSON of an endpoint.
  done: (announcement: any) => boolean,
  // biome-ignore lint/suspicious/noExplicitAny: the same.
): Promise<any> => {
  for (;;) {
    const announcement = await read(person, id);
    if (done(announcement)) return announcement;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

/** The mail service's inbox: every mail whose subject holds `words`. */
export const inbox = async (words: string): Promise<Mail[]> => {
  const mails = await mailsAt(inject('mailUrl'), TEST_RESEND_KEY);
  return mails.filter(({ subject }) => subject.includes(words));
};

/** The recipients of announcements that a poke brings. */
export const recipientsIn = ({ patch }: PokePatch): Recipient[][] =>
  patch.flatMap((operation) =>
    operation.op === 'put' && operation.key.startsWith('announcementRecipients/')
      ? [(operation.value as { recipients: Recipient[] }).recipients]
      : [],
  );
