import { tokenInput } from '../../schema/api-tokens.ts';
import { createToken, type ListedToken, listTokens, revokeToken, TOKEN_NOT_FOUND } from '../auth/api-tokens.ts';
import { requireStepUp } from '../auth/middleware.ts';
import { handler, query } from './query.ts';
import { type Route, STEP_UP } from './route.ts';

const board = { tag: 'API tokens', access: 'board' } as const;

export const apiTokenRoutes: readonly Route[] = [
  query('GET /api/tokens', {
    ...board,
    summary: 'List the API tokens',
    notes: 'Board members see their own.',
    answer: [async (deps, actor) => ({ tokens: (await listTokens(deps, actor)).map(tokenBody) }), 'apiTokens'],
  }),
  handler('POST /api/tokens', {
    ...{ ...board, guards: [requireStepUp] },
    summary: 'Make an API token',
    notes: `It acts as who makes it, with the role they have at the time of each call. ${STEP_UP}`,
    body: tokenInput,
    answers: { 201: 'newApiToken' },
    handle: async ({ deps, actor, input }) => {
      const { id, expires_at, token } = await createToken(deps, actor, await input());
      return { _id: id, token, expiresAt: expires_at };
    },
  }),
  handler('DELETE /api/tokens/:id', {
    ...{ ...board, id: TOKEN_NOT_FOUND },
    summary: 'Revoke an API token',
    answers: { 204: null },
    handle: ({ deps, actor, id }) => revokeToken(deps, actor, id),
  }),
];

const tokenBody = ({ id, created_at, expires_at, last_used_at, ...token }: ListedToken) => ({
  _id: id,
  ...token,
  createdAt: created_at,
  expiresAt: expires_at,
  lastUsedAt: last_used_at,
});
