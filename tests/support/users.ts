import { uuidv7 } from 'uuidv7';
import type { User } from '../../schema/tables/users.ts';
import type { Person, TestContext } from './fixtures.ts';

/** An email that nobody has yet. */
export const email = () => `someone-${uuidv7()}@example.test`;

/** The row of a user, by id or email. */
export const userRow = async ({ db }: TestContext, which: string): Promise<User> => {
  const { rows } = await db.execute({ sql: 'SELECT * FROM users WHERE id = ? OR email = ?', args: [which, which] });
  return rows[0] as unknown as User;
};

/** The address of a user's row mirrored: who lives there, by id. */
export const residentsOf = async ({ db }: TestContext, address_id: string | null): Promise<string[]> => {
  const { rows } = await db.execute({ sql: 'SELECT resident_ids FROM addresses WHERE id = ?', args: [address_id] });
  return JSON.parse(String(rows[0]?.resident_ids)) as string[];
};

/** Invites somebody over REST. Returns what the wire says of them. */
export const invite = async (person: Person, over: Record<string, unknown> = {}) => {
  const { status, body } = await person.call('POST', '/api/users/invite', { email: email(), ...over });
  if (status !== 201) throw new Error(`invite answered ${status}: ${body.message}`);
  return body;
};

/** Changes columns of a user behind everybody's back. */
export const setUser = (ctx: Pick<TestContext, 'db'>, { id }: { id: string }, change: string) =>
  ctx.db.execute({
    sql: `UPDATE users SET ${change} WHERE id = ?`,
    args: [id],
  });

/** An address of the HOA, over REST. */
export const address = async (person: Person, over: Record<string, unknown> = {}) => {
  const { status, body } = await person.call('POST', '/api/addresses', { street: `${uuidv7()} Elm Street`, ...over });
  if (status !== 201) throw new Error(`address answered ${status}: ${body.message}`);
  return body;
};
