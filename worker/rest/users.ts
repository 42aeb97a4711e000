import { uuidv7 } from 'uuidv7';
import { type BulkRow, bulkInput } from '../../schema/bulk.ts';
import { inviteInput } from '../../schema/user-inputs.ts';
import { ROLES, USER_STATUSES } from '../../schema/users.ts';
import { parse } from '../../sync/parse.ts';
import { type Actor, Refusal } from '../../sync/tx.ts';
import { addUsers, type BulkSummary, bulkRefusal } from '../../sync/users/bulk.ts';
import { USER_NOT_FOUND } from '../../sync/users/entity.ts';
import { requirePerson } from '../auth/middleware.ts';
import type { Deps } from '../deps.ts';
import { usersQuery } from '../http/list-queries.ts';
import { jsonBody } from '../http/validate.ts';
import { readUser, readUsers } from '../queries/users.ts';
import { runMutator, transactAs } from '../run-mutator.ts';
import { command, givenId } from './command.ts';
import { handler, list, query } from './query.ts';
import type { Route } from './route.ts';

const id = USER_NOT_FOUND;
const people = { tag: 'People', access: 'board' } as const;
const writes = { ...people, scope: 'people:write', isChecked: true } as const;
const reads = { ...people, scope: 'people:read' } as const;
/** No API token decides about these. */
const decides = { ...people, isChecked: true, id } as const;

const readById = (deps: Deps, actor: Actor, id: string) => readUser(deps, actor, { id });

/** A CSV file of 5 MB, sent as JSON. */
const BULK_LIMIT = { bytes: 6 * 1024 * 1024 };

export const userRoutes: readonly Route[] = [
  list('GET /api/users', {
    ...reads,
    summary: 'List people',
    notes: '`search` finds names, emails and homes.',
    query: usersQuery,
    values: { role: ROLES, status: USER_STATUSES },
    read: readUsers,
    ...{ of: 'listedUser', figures: 'userFigures' },
  }),
  handler('POST /api/users/invite', {
    ...writes,
    summary: 'Invite a person',
    notes: 'A token may invite residents only. To invite a superadmin needs a code, as for tokens.',
    body: 'inviteUser',
    answers: { 201: 'listedUser' },
    mutators: ['inviteUser'],
    made: ['id'],
    resumes: true,
    handle: async ({ c, deps, actor }) => {
      const body = await jsonBody(c);
      const input = { ...body, id: givenId(body, deps.once?.record_id) };
      const { email, role } = parse(inviteInput, input);
      if (role !== 'resident') requirePerson(c);
      await runMutator(c, 'inviteUser', input);
      // A deleted user with this email is restored under their old id.
      return readUser(deps, actor, { email });
    },
  }),
  handler('POST /api/users/bulk', {
    ...{ ...people, scope: 'people:write' },
    summary: 'Add many people',
    notes: 'All or none. It makes nobody a superadmin. A token may add residents only.',
    limit: BULK_LIMIT,
    body: bulkInput,
    answers: { 201: 'imported' },
    handle: async ({ c, deps, actor }) => {
      const rows = parseRows(await jsonBody(c));
      if (rows.some(({ role }) => role !== 'resident')) requirePerson(c);
      return { summary: await bulkAdd(deps, actor, rows) };
    },
  }),
  query('GET /api/users/:id', { ...reads, id, summary: 'Get a person', answer: [readById, 'listedUser'] }),
  handler('PUT /api/users/:id', {
    ...{ ...writes, id },
    summary: 'Change a person',
    notes: 'A token may change the name only. Making a person a superadmin needs a code, as for tokens.',
    body: 'updateUser',
    answers: { 200: 'listedUser' },
    mutators: ['updateUser'],
    handle: async ({ c, deps, actor, id }) => {
      const body = await jsonBody(c);
      if (Object.keys(body).some((field) => field !== 'name')) requirePerson(c);
      await runMutator(c, 'updateUser', { ...body, id });
      return readUser(deps, actor, { id });
    },
  }),
  command('DELETE /api/users/:id', 'deleteUser', { ...decides, summary: 'Remove a person', answer: [204] }),
  command('POST /api/users/:id/erase', 'eraseUser', {
    ...decides,
    summary: 'Erase a removed person from all records',
    body: 'none',
    answer: [204],
  }),
  command('POST /api/users/:id/resend-invite', 'resendInvite', {
    ...decides,
    summary: 'Send the invitation again',
    body: 'none',
    answer: [200, async () => ({ message: 'Invitation resent successfully' }), 'message'],
  }),
  command('POST /api/users/:id/assign-address', 'assignAddress', {
    ...{ ...writes, id },
    summary: 'Assign an address',
    answer: [200, readById, 'listedUser'],
  }),
  command('DELETE /api/users/:id/assign-address', 'unassignAddress', {
    ...{ ...writes, id },
    summary: 'Take the address away',
    answer: [200, readById, 'listedUser'],
  }),
];

/** Adds all people or none. Throws Refusal('invalid') with paths like `users[3].resident_email`, or with the name of
 * the reason if no single field is at fault. */
const bulkAdd = async (deps: Deps, actor: Actor, parsed: readonly BulkRow[]): Promise<BulkSummary> => {
  const rows = parsed.map((row) => ({ ...row, id: uuidv7(), address_id: uuidv7() }));
  let summary: BulkSummary | undefined;
  await toBulkRefusal(
    transactAs(
      deps,
      actor,
      async (tx) => {
        summary = await addUsers(tx, rows);
      },
      { action: 'importUsers' },
    ),
  );
  return summary!;
};

const parseRows = (body: unknown): BulkRow[] => {
  const result = bulkInput.safeParse(body);
  if (result.success) return result.data.users;
  const issues = result.error.issues.map(({ path, message }) => ({ path: pathOf(path), msg: message }));
  throw new Refusal('invalid', issues[0]?.msg ?? 'Invalid input', issues);
};

const pathOf = ([list, row, ...field]: PropertyKey[]): string =>
  row === undefined ? 'bulk_operation' : [`${String(list)}[${String(row)}]`, ...field].join('.');

const toBulkRefusal = async (change: Promise<void>): Promise<void> => {
  try {
    await change;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'conflict') throw bulkRefusal('duplicate_data', error.message);
    throw error;
  }
};
