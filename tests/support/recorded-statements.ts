import type { Client, InStatement, ResultSet } from '@libsql/client';
import { nth } from './required.ts';

/** The statements that a release sent to its database, with their results. A read stands for all with the same words. */
export type Recording = {
  sql: string[];
  /** In the order of their answers. `sql` is the place in the list above; `error` is true where the whole batch failed. */
  batches: { error?: true; statements: { sql: number; args: unknown; columns: string[]; affected: number }[] }[];
};

/** The client, and the recording that grows with each of its calls. */
export const recordingClient = (db: Client): { db: Client; recording: Recording } => {
  const recording: Recording = { sql: [], batches: [] };
  const known = new Set<string>();
  const placeOf = (sql: string) => {
    const place = recording.sql.indexOf(sql);
    return place >= 0 ? place : recording.sql.push(sql) - 1;
  };
  const note = (statements: InStatement[], results?: ResultSet[]) => {
    const plain = statements.map((one) => (typeof one === 'string' ? { sql: one, args: [] } : one));
    const isNew = plain.some(({ sql }) => !known.has(sql));
    if (!isNew && !results?.some(({ rowsAffected }) => rowsAffected > 0)) return;
    for (const { sql } of plain) known.add(sql);
    recording.batches.push({
      ...(!results && { error: true }),
      statements: plain.map(({ sql, args }, at) => {
        const { columns = [], rowsAffected = 0 } = results?.[at] ?? {};
        return { sql: placeOf(sql), args: args ?? [], columns, affected: rowsAffected };
      }),
    });
  };
  const noted = async <T>(statements: InStatement[], run: () => Promise<T>, resultsOf: (answer: T) => ResultSet[]) => {
    try {
      const answer = await run();
      note(statements, resultsOf(answer));
      return answer;
    } catch (error) {
      note(statements);
      throw error;
    }
  };
  const execute = (one: InStatement) =>
    noted(
      [one],
      () => db.execute(one),
      (result) => [result],
    );
  const batch: Client['batch'] = (statements, mode) =>
    noted(
      statements as InStatement[],
      () => db.batch(statements, mode),
      (results) => results,
    );
  return { db: Object.assign(Object.create(db) as Client, { execute, batch }), recording };
};

/** Asks it all again of another database. Returns what no longer comes out as it did, each once. */
export const replay = async (db: Client, { sql, batches }: Recording): Promise<string[]> => {
  const differences = new Set<string>();
  for (const { error = false, statements } of batches) {
    const again = statements.map((one) => ({ sql: nth(sql, one.sql), args: one.args as never }));
    const results = await db.batch(again, 'write').catch((problem: Error) => problem);
    if (results instanceof Error) {
      if (!error) differences.add(`${results.message}: ${again.map((one) => one.sql).join('; ')}`);
    } else if (error) differences.add(`is no longer refused: ${again.map((one) => one.sql).join('; ')}`);
    else for (const [at, one] of statements.entries()) compare(one, nth(results, at), nth(sql, one.sql), differences);
  }
  return [...differences];
};

type Statement = Recording['batches'][number]['statements'][number];

const compare = ({ columns, affected }: Statement, result: ResultSet, sql: string, differences: Set<string>) => {
  const lacking = columns.filter((name) => !result.columns.includes(name));
  if (lacking.length > 0) differences.add(`answers without ${lacking.join(', ')}: ${sql}`);
  if (affected !== result.rowsAffected) differences.add(`changes ${result.rowsAffected} rows, not ${affected}: ${sql}`);
};
