import { uuidv7 } from 'uuidv7';
import { beforeAll, describe, expect, test } from 'vitest';
import { create, inbox, publish, read, send } from './announcements.ts';
import { type Cast, cast } from './cast.ts';

describe('a send to 400', () => {
  test('x', async () => {
    const stage = await cast();
    const { db, hoa_id, bea } = stage;
    await db.batch(
      Array.from({ length: 396 }, (_, at) => ({
        sql: 'INSERT INTO users (id, hoa_id, name, email, role, status, created_at) VALUES (?,?,?,?,?,?,?)',
        args: [
          uuidv7(),
          hoa_id,
          `Person ${at}`,
          `p${at}-${hoa_id}@example.test`,
          'resident',
          'active',
          new Date().toISOString(),
        ],
      })),
      'write',
    );
    const title = `To all ${uuidv7()}`;
    const { _id } = await create(bea, { title });
    const t = performance.now();
    const { body } = await send(bea, _id);
    console.log(body, performance.now() - t);
    const mails = await inbox(title);
    console.log(mails.length, new Set(mails.map((m) => m.to[0])).size, mails[0]);
    console.log(stage.pokes.length);
  });
});
