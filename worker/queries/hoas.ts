import { LOGO_LIMIT } from '../../schema/hoas.ts';
import { type Hoa, hoas } from '../../schema/tables/hoas.ts';
import { automationsOf } from '../../sync/hoas/automations.ts';
import { logoPath } from '../../sync/hoas/logo.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { recordBody } from '../http/rest-shapes.ts';
import type { AssociationBody, AutomationsBody } from '../shapes/people.ts';
import { SHOWN_LOGO } from './letterhead.ts';
import { queryOne } from './query.ts';

/** As all of its members may read it. */
export const readHoa = async (
  { db, config }: Pick<Deps, 'db' | 'config'>,
  { hoa_id }: Actor,
): Promise<AssociationBody> => {
  const sql = `SELECT id, name, street, city, state, zip, email, phone, time_zone, accent, ${SHOWN_LOGO} AS logo_key, created_at
    FROM hoas h WHERE id = ?`;
  const { logo_key, ...hoa } = orNotFound(await queryOne<StoredHoa>(db, sql, [hoa_id]), 'HOA not found');
  return recordBody({ ...hoa, logo_url: logo_key && config.publicUrl + logoPath(logo_key) });
};

type StoredHoa = Omit<AssociationBody, '_id' | 'createdAt' | 'logo_url'> & {
  id: string;
  logo_key: string | null;
  created_at: string;
};

/** The image behind the address of a logo, for everyone who knows it: of one that was replaced as long as it is kept. Throws
 * Refusal('not_found'), alike for whatever it is not. */
export const readLogo = async (
  { db, storage }: Pick<Deps, 'db' | 'storage'>,
  hoa_id: string,
  file: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }> => {
  const key = `files/${hoa_id}/branding/${file}`;
  const sql = `SELECT content_type AS type FROM uploads WHERE final_key = ? AND hoa_id = ? AND record = 'hoa/' || hoa_id
    AND pending = 0`;
  const { type } = orNotFound(await queryOne<{ type: string }>(db, sql, [key, hoa_id]), 'File not found');
  const { bytes } = orNotFound(await storage.peek(key, LOGO_LIMIT), 'File not found');
  return { bytes: new Uint8Array(bytes), type };
};

export const readAutomations = async ({ db }: Pick<Deps, 'db'>, { hoa_id }: Actor): Promise<AutomationsBody> => {
  const hoa = await queryOne<Hoa>(db, 'SELECT * FROM hoas WHERE id = ?', [hoa_id], { table: hoas });
  const { maintenance_id, modification_id, inquiry_id, other_id, remind_unanswered_days, remind_overdue } =
    automationsOf(orNotFound(hoa, 'HOA not found'));
  return { maintenance_id, modification_id, inquiry_id, other_id, remind_unanswered_days, remind_overdue };
};
