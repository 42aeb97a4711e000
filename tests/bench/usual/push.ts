import type { Client, Transaction } from '@libsql/client';

type Mutation = { id: number; clientID: string; name: string; args: { id: string; status: string } };
export type PushBody = { clientGroupID: string; mutations: Mutation[] };

/** Each mutation in a transaction of its own, one after the other. Throws for one that comes too early. */
export const push = async (db: Client, { clientGroupID, mutations }: PushBody): Promise<void> => {
  for (const mutation of mutations) {
    const tx = await db.transaction('write');
    try {
      await process(tx, clientGroupID, mutation);
    } finally {
      tx.close();
    }
  }
};

const process = async (tx: Transaction, group_id: string, mutation: Mutation): Promise<void> => {
  const { group, last } = await readNumbers(tx, group_id, mutation.clientID);
  if (mutation.id <= last) return;
  if (mutation.id > last + 1) throw new Error(`Mutation ${mutation.id} comes before ${last + 1}`);
  await mutate(tx, mutation);
  await tx.batch([
    {
      sql: `INSERT INTO client_groups (id, cvr_version, client_version) VALUES (?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET client_version = excluded.client_version`,
      args: [group_id, group.cvr_version, group.client_version + 1],
    },
    {
      sql: `INSERT INTO clients (id, client_group_id, last_mutation_id, client_version) VALUES (?, ?, ?, ?)
        ON CONFLICT (id) DO UPDATE SET
          last_mutation_id = excluded.last_mutation_id, client_version = excluded.client_version`,
      args: [mutation.clientID, group_id, mutation.id, group.client_version + 1],
    },
  ]);
  await tx.commit();
};

const readNumbers = async (tx: Transaction, group_id: string, client_id: string) => {
  const [group, client] = await tx.batch([
    { sql: 'SELECT cvr_version, client_version FROM client_groups WHERE id = ?', args: [group_id] },
    { sql: 'SELECT last_mutation_id FROM clients WHERE id = ?', args: [client_id] },
  ]);
  const found = group?.rows[0];
  return {
    group: { cvr_version: Number(found?.cvr_version ?? 0), client_version: Number(found?.client_version ?? 0) },
    last: Number(client?.rows[0]?.last_mutation_id ?? 0),
  };
};

const mutate = (tx: Transaction, { name, args }: Mutation) => {
  if (name !== 'updateRequest') throw new Error(`There is no mutator "${name}"`);
  return tx.execute({
    sql: 'UPDATE requests SET status = ?, version = version + 1 WHERE id = ?',
    args: [args.status, args.id],
  });
};
