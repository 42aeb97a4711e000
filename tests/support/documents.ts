import { expect } from 'vitest';
import type { Answer, Person } from './fixtures.ts';
import { extensionOf, GENUINE, named, put, typeOf } from './uploads.ts';

/** An absent document and a hidden one give the same answer. */
export const NOT_FOUND = 'Document not found or you do not have permission to view it';

/** Asks for an upload link for a document. */
export const presign = (person: Person, fileName: string, more: object = {}): Promise<Answer> =>
  person.call('POST', '/api/documents/presigned-url', {
    ...named(fileName),
    feature: 'documents',
    ...more,
  });

/** Uploads bytes as `fileName`, as the browser does. Returns the key for a document to claim. */
export const upload = async (person: Person, fileName = 'bylaws.pdf', bytes = GENUINE[extensionOf(fileName)]) => {
  const { uploadUrl, s3Key } = (await presign(person, fileName, named(fileName, bytes))).body as {
    uploadUrl: string;
    s3Key: string;
  };
  expect(await put(uploadUrl, bytes as Uint8Array, typeOf(fileName))).toBe(200);
  return s3Key;
};

/** A document's fields as its dialog sends them. */
export const fields = (s3_key: string, over: object = {}) => ({
  title: 'Bylaws',
  category: 'Bylaws',
  s3_key,
  file_type: 'pdf',
  file_size: 14,
  is_public: true,
  notes: '',
  tags: [],
  ...over,
});

export const post = (person: Person, s3_key: string, over: object = {}): Promise<Answer> =>
  person.call('POST', '/api/documents', fields(s3_key, over));

/** Uploads a file and stores it as a document. Returns its record. */
export const create = async (person: Person, over: object = {}, fileName = 'bylaws.pdf') => {
  const key = await upload(person, fileName);
  const { status, body } = await post(person, key, { file_type: extensionOf(fileName), ...over });
  expect(status).toBe(201);
  return body;
};

export const get = (person: Person, id: string) => person.call('GET', `/api/documents/${id}`);
export const list = async (person: Person, query = '') => (await person.call('GET', `/api/documents${query}`)).body;
export const update = (person: Person, id: string, changes: object) =>
  person.call('PUT', `/api/documents/${id}`, changes);
export const remove = (person: Person, id: string) => person.call('DELETE', `/api/documents/${id}`);
/** Asks for a download link. */
export const link = (person: Person, id: string) => person.call('POST', `/api/documents/${id}/download`);
/** Asks for a link and follows it. */
export const download = async (person: Person, id: string) => fetch((await link(person, id)).body.downloadUrl);
