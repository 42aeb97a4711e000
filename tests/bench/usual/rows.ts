import type { Request } from '../../../schema/tables/requests.ts';

/** A request without its history and edits, which belong to Porchlight alone; `rev` is the server's own version. */
export type UsualRow = Omit<Request, 'rev' | 'history' | 'edits' | 'photo' | 'more_photos'>;

export const usualRow = ({ rev, history, edits, photo, more_photos, ...row }: Request): UsualRow => row;

export const COLUMNS = [
  'id',
  'hoa_id',
  'user_id',
  'address_id',
  'title',
  'description',
  'category',
  'status',
  'photo_url',
  'assigned_to',
  'resolution_deadline',
  'resolution_notes',
  'created_at',
] as const satisfies (keyof UsualRow)[];
