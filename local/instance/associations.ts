import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Client } from '@libsql/client';
import { create } from 'tar';
import { uuidv7 } from 'uuidv7';
import { hoaNameKey, removalDate } from '../../schema/hoas.ts';
import { emailAddress } from '../../schema/inputs.ts';

import { newHoa } from '../../sync/hoas/new-hoa.ts';
import { shapes } from '../../sync/server/tables.ts';
import { SYSTEM } from '../../sync/server/tx.ts';
import type { Actor } from '../../sync/tx.ts';
import { invitationEffect, newUser } from '../../sync/users/rules.ts';
import { linkToken, storeLinks } from '../../worker/auth/links.ts';
import { configOf } from '../../worker/config.ts';
import type { Deps } from '../../worker/deps.ts';
import { EXPORTED } from '../../worker/retention/exported.ts';
import { readRows } from '../../worker/retention/hoa-export.ts';
import type { S3Config } from '../../worker/services/storage.ts';
import { transactAsSystem } from '../../worker/transact.ts';
import { openBucket } from '../bucket.ts';
import { UserError } from '../user-error.ts';
import { environmentOf, type Settings } from './settings.ts';

type Tools = { db: Client; now(): Date; settings: Settings; s3: S3Config };
type Association = {
  id: string;
  name: string;
  created_at: string;
  leaving_at: string | null;
  paused_at: string | null;
};

const ZONES = new Set(Intl.supportedValuesOf('timeZone'));

const dayOf = (leaving_at: string) => removalDate(leaving_at).slice(0, 10);

export const listHoas = async ({ db }: Tools): Promise<string> => {
  const sql = `SELECT h.name, h.created_at, h.leaving_at, p.paused_at,
      (SELECT count(*) FROM users u WHERE u.hoa_id = h.id AND u.deleted_at IS NULL) AS people,
      (SELECT count(*) FROM addresses a WHERE a.hoa_id = h.id) AS homes
    FROM hoas h LEFT JOIN paused_hoas p ON p.hoa_id = h.id ORDER BY h.name`;
  const { rows } = await db.execute(sql);
  if (rows.length === 0) return 'There is no association yet: porchlight hoas add NAME EMAIL.';
  return rows
    .map((row) => {
      const { name, people, homes, created_at, leaving_at, paused_at } = row as unknown as Association & {
        people: number;
        homes: number;
      };
      const state = leaving_at
        ? `removed on ${dayOf(leaving_at)}`
        : paused_at
          ? `paused since ${paused_at.slice(0, 10)}`
          : 'runs';
      return `${name}: ${people} people, ${homes} homes, since ${created_at.slice(0, 10)}, ${state}`;
    })
    .join('\n');
};

/** Makes an association and invites its superadmin: by mail where that is set up, and by the link that is returned. Throws a
 * UserError. */
export const addHoa = async (
  tools: Tools,
  { name, email, time_zone }: { name: string; email: string; time_zone: string | undefined },
): Promise<string> => {
  const to = emailAddress('Name the email of its superadmin.').safeParse(email);
  if (!to.success) throw new UserError(to.error.issues[0]?.message);
  if (time_zone !== undefined && !ZONES.has(time_zone)) throw new UserError(`There is no time zone ${time_zone}.`);
  const taken = await tools.db.execute({ sql: 'SELECT 1 FROM hoas WHERE name_key = ?', args: [hoaNameKey(name)] });
  if (taken.rows.length > 0) throw new UserError(`There is an association called ${name} already.`);
  const deps = depsFor(tools);
  const [hoa_id, user_id, at] = [uuidv7(), uuidv7(), tools.now().toISOString()];
  await transactAsSystem(
    { ...deps, now: () => new Date(at) },
    hoa_id,
    async (tx) => {
      await tx.put('hoa', newHoa(tx, { id: hoa_id, name, time_zone, plan: null }));
      await tx.put('user', { ...newUser(tx, user_id), email: to.data, role: 'superadmin', phone: null });
      tx.after(invitationEffect(tx, [user_id]));
    },
    { action: 'inviteUser' },
  );
  const token = await linkToken(deps, 'activation', user_id, at);
  await storeLinks(deps, { purpose: 'activation', at }, [{ user_id, hoa_id, token }]);
  const link = `${deps.config.publicUrl}/invite/accept?token=${token}`;
  return `${name} is there. ${to.data} chooses a password within 7 days by this link, which is mailed too if mail is set up:\n${link}`;
};

export const pauseHoa = async (tools: Tools, name: string): Promise<string> => {
  const { id, paused_at, ...hoa } = await findHoa(tools, name);
  if (paused_at) return `${hoa.name} has been paused since ${paused_at.slice(0, 10)}.`;
  const now = tools.now().toISOString();
  await tools.db.execute({
    sql: 'INSERT OR IGNORE INTO paused_hoas (hoa_id, paused_at) VALUES (?, ?)',
    args: [id, now],
  });
  return `${hoa.name} is paused: nobody signs in, and nothing is billed or mailed. Devices keep what they hold. What fell due is caught up when it is resumed.`;
};

export const resumeHoa = async (tools: Tools, name: string): Promise<string> => {
  const hoa = await findHoa(tools, name);
  await tools.db.execute({ sql: 'DELETE FROM paused_hoas WHERE hoa_id = ?', args: [hoa.id] });
  return `${hoa.name} runs again.`;
};

/** `confirm` repeats the name. */
export const removeHoa = async (tools: Tools, name: string, confirm: string | undefined): Promise<string> => {
  const hoa = await findHoa(tools, name);
  if (hoa.leaving_at) return `${hoa.name} is removed on ${dayOf(hoa.leaving_at)}.`;
  if (hoaNameKey(confirm ?? '') !== hoaNameKey(hoa.name))
    throw new UserError(
      `This removes everything of ${hoa.name} in 90 days. If that is meant, add --confirm "${hoa.name}".`,
    );
  const at = tools.now().toISOString();
  await setLeaving(tools, hoa.id, at);
  return `${hoa.name} is removed on ${dayOf(at)}. Until then it works, its superadmins see that date, and porchlight hoas keep takes it back.`;
};

export const keepHoa = async (tools: Tools, name: string): Promise<string> => {
  const hoa = await findHoa(tools, name);
  await setLeaving(tools, hoa.id, null);
  return `${hoa.name} stays.`;
};

const setLeaving = (tools: Tools, hoa_id: string, leaving_at: string | null): Promise<void> =>
  transactAsSystem(
    depsFor(tools),
    hoa_id,
    async (tx) => {
      const hoa = await tx.get('hoa', hoa_id);
      if (hoa) await tx.put('hoa', { ...hoa, leaving_at });
    },
    { action: leaving_at ? 'leaveHoa' : 'keepHoa' },
  );

/** One archive: a file of JSON for each kind of record, one record a line, and the files under their keys. */
export const exportHoa = async (tools: Tools, name: string, target: string): Promise<string> => {
  if (target === '') throw new UserError('Name the archive: porchlight hoas export NAME FILE.');
  const archive = resolve(target);
  const hoa = await findHoa(tools, name);
  const folder = await mkdtemp(join(tmpdir(), 'porchlight-export-'));
  try {
    const actor: Actor = {
      id: SYSTEM,
      hoa_id: hoa.id,
      role: 'superadmin',
      name: 'Porchlight',
      email: '',
      address_id: null,
    };
    let records = 0;
    for (const entity of EXPORTED) {
      const lines: string[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const page: Awaited<ReturnType<typeof readRows>> = await readRows(tools, actor, entity, after);
        lines.push(...page.rows.map((row) => JSON.stringify(row)));
        after = page.next;
      }
      records += lines.length;
      await writeFile(join(folder, `${shapes[entity].name}.ndjson`), lines.map((line) => `${line}\n`).join(''));
    }
    const files = await exportFiles(tools, hoa.id, folder);
    await create({ file: archive, cwd: folder, gzip: true }, ['.']);
    await chmod(archive, 0o600);
    return `Wrote ${records} records and ${files} files of ${hoa.name} to ${archive}.`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const exportFiles = async ({ s3 }: Tools, hoa_id: string, folder: string): Promise<number> => {
  const bucket = openBucket(s3);
  let count = 0;
  for await (const page of bucket.list(`files/${hoa_id}/`))
    for (const { key } of page) {
      const object = await bucket.get(key);
      if (!object) continue;
      await mkdir(dirname(join(folder, key)), { recursive: true });
      await writeFile(join(folder, key), object.bytes);
      count += 1;
    }
  return count;
};

/** The only association whose name has these words. Throws a UserError. */
const findHoa = async ({ db }: Tools, words: string): Promise<Association> => {
  const sql = `SELECT h.id, h.name, h.created_at, h.leaving_at, p.paused_at FROM hoas h
    LEFT JOIN paused_hoas p ON p.hoa_id = h.id WHERE instr(lower(h.name), lower(?)) > 0 ORDER BY h.name`;
  const { rows } = await db.execute({ sql, args: [words] });
  const found = rows as unknown as Association[];
  const exact = found.find(({ name }) => hoaNameKey(name) === hoaNameKey(words));
  const [first, ...others] = exact ? [exact] : found;
  if (!first) throw new UserError(`No association is called ${words}.`);
  if (others.length > 0) throw new UserError(`Name one of: ${found.map(({ name }) => name).join('; ')}.`);
  return first;
};

/** The dependencies of a change, beside the instance, which drains the outbox. */
const depsFor = ({ db, now, settings }: Tools): Deps => {
  const away = () => {
    throw new Error('Files are not changed here');
  };
  return {
    db,
    now,
    config: configOf(environmentOf(settings, 'http://127.0.0.1')),
    storage: new Proxy({} as Deps['storage'], { get: away }),
    metrics: { count: () => undefined, gauge: () => undefined } as unknown as Deps['metrics'],
    log: () => undefined,
    poke: () => undefined,
    disconnect: () => undefined,
    draining: new Map(),
    drainPauses: { first: 0, every: 0 },
    changes: { count: () => undefined } as unknown as Deps['changes'],
    drainLater: async () => undefined,
    waitUntil: (work) => void work.catch(() => undefined),
  };
};
