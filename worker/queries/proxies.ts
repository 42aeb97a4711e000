import type { Row } from '@libsql/client';
import type { MeetingProxy } from '../../schema/tables/voters.ts';
import type { StoredFile } from '../../schema/uploads.ts';
import { MEETING_NOT_FOUND } from '../../sync/meetings/kinds.ts';
import { PROXY_NOT_FOUND } from '../../sync/meetings/proxies/proxy-rules.ts';
import { shapes } from '../../sync/server/tables.ts';
import { type Actor, orNotFound } from '../../sync/tx.ts';
import type { Deps } from '../deps.ts';
import { FILE_NOT_FOUND } from '../services/uploads.ts';
import type { ProxyBody } from '../shapes/meeting-notice.ts';
import { json, queryBatch, queryOne } from './query.ts';
import { all, visibleTo } from './sql.ts';
import { readVisibleRow } from './visible-row.ts';

/** The proxies of a meeting that the caller may see, the one signed last first. Throws Refusal. */
export const readProxies = async (deps: Deps, actor: Actor, meeting_id: string): Promise<ProxyBody[]> => {
  const meeting = all([visibleTo(actor, 'meeting'), { sql: 't.id = ?', args: [meeting_id] }]);
  const own = all([visibleTo(actor, 'proxy'), { sql: 't.meeting_id = ?', args: [meeting_id] }]);
  const [meetings, proxies] = await queryBatch<[Row[], Row[]]>(deps.db, [
    { sql: `SELECT t.id FROM meetings t WHERE ${meeting.sql}`, args: meeting.args },
    {
      sql: `SELECT ${shapes.proxy.json} AS row FROM proxies t WHERE ${own.sql} ORDER BY t.signed_at DESC, t.recorded_at DESC`,
      args: own.args,
    },
  ]);
  orNotFound(meetings[0], MEETING_NOT_FOUND);
  return proxies.map(({ row }) => proxyBody(json<MeetingProxy>(row)));
};

/** Throws Refusal. */
export const readProxy = async (deps: Deps, actor: Actor, id: string): Promise<ProxyBody> =>
  proxyBody(await readVisibleRow(deps, actor, 'proxy', id, PROXY_NOT_FOUND));

/** The photo of a proxy that the viewer may see. Throws Refusal. */
export const readProxyPhoto = async ({ db }: Pick<Deps, 'db'>, viewer: Actor, key: string): Promise<StoredFile> => {
  const visible = visibleTo(viewer, 'proxy');
  const sql = `SELECT t.photo FROM proxies t INDEXED BY proxies_photo WHERE t.photo_url = ? AND ${visible.sql}`;
  return json(orNotFound(await queryOne<{ photo: string }>(db, sql, [key, ...visible.args]), FILE_NOT_FOUND).photo);
};

const proxyBody = ({ id, hoa_id: _, rev: __, voter_ids: ___, photo_url: ____, ...proxy }: MeetingProxy): ProxyBody => ({
  _id: id,
  ...proxy,
});
