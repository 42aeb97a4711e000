import { codeInput, passwordInput } from '../../schema/auth.ts';
import { batch } from '../../sync/server/retry.ts';
import { requirePassword } from '../auth/credentials.ts';
import { callerIn } from '../auth/limits.ts';
import {
  checkedStatement,
  confirmSecret,
  readSecondFactor,
  removeSecondFactor,
  storeSecret,
  verifyCode,
} from '../auth/second-factor.ts';
import { endOtherSignIns, endSignIn, listSignIns, type SignIn } from '../auth/sign-ins.ts';
import { newSecret, setupUri } from '../auth/totp.ts';
import { handler, query } from './query.ts';
import type { Route } from './route.ts';

const person = { tag: 'Account', access: 'person' } as const;
const superadmin = { tag: 'Account', access: 'superadmin' } as const;

const signInRoutes = [
  handler('GET /api/auth/sessions', {
    ...person,
    summary: 'List the devices that are signed in',
    answers: { 200: 'signIns' },
    handle: async ({ c, deps, actor }) => {
      const sessions = await listSignIns(deps, actor);
      return { sessions: sessions.map((signIn) => sessionBody(signIn, c.var.family_id)) };
    },
  }),
  handler('DELETE /api/auth/sessions', {
    ...person,
    summary: 'Sign out all other devices',
    answers: { 204: null },
    handle: ({ c, deps, actor }) => endOtherSignIns(deps, actor, c.var.family_id),
  }),
  handler('DELETE /api/auth/sessions/:id', {
    ...person,
    summary: 'Sign out a device',
    answers: { 204: null },
    handle: ({ deps, actor, id }) => endSignIn(deps, actor, id),
  }),
];

const sessionBody = ({ id, device, signed_in_at, renewed_at }: SignIn, current: string) => ({
  id,
  device,
  createdAt: signed_in_at,
  lastUsedAt: renewed_at,
  isCurrent: id === current,
});

const secondFactorRoutes = [
  query('GET /api/auth/second-factor', {
    ...person,
    summary: 'Whether there is a second factor',
    answer: [
      async (deps, actor) => {
        const { confirmed_at, recovery_codes } = await readSecondFactor(deps, actor);
        return { confirmedAt: confirmed_at, recoveryCodesLeft: recovery_codes };
      },
      'secondFactor',
    ],
  }),
  handler('POST /api/auth/second-factor', {
    ...superadmin,
    summary: 'Begin to set up a second factor',
    body: passwordInput,
    answers: { 201: 'secondFactorSetup' },
    handle: async ({ c, deps, actor, input }) => {
      const { password } = await input();
      await requirePassword(deps, callerIn(c), actor, password);
      const secret = newSecret();
      await storeSecret(deps, actor, secret);
      return { secret, uri: setupUri(secret, actor.email) };
    },
  }),
  handler('POST /api/auth/second-factor/confirm', {
    ...superadmin,
    summary: 'Turn it on with a first code',
    body: codeInput,
    answers: { 200: 'recoveryCodes' },
    handle: async ({ c, deps, actor, input }) => ({
      recoveryCodes: await confirmSecret(deps, actor, c.var.family_id, (await input()).code),
    }),
  }),
  handler('POST /api/auth/second-factor/check', {
    ...person,
    summary: 'Enter a code, which is good for ten minutes',
    body: codeInput,
    answers: { 204: null },
    handle: async ({ c, deps, actor, input }) => {
      await verifyCode(deps, actor, (await input()).code);
      await batch(deps.db, [checkedStatement(deps, actor, c.var.family_id)], 'write');
    },
  }),
  handler('POST /api/auth/second-factor/remove', {
    ...person,
    summary: 'Remove it',
    body: codeInput,
    answers: { 204: null },
    handle: async ({ deps, actor, input }) => removeSecondFactor(deps, actor, (await input()).code),
  }),
];

export const ownSecurityRoutes: readonly Route[] = [...signInRoutes, ...secondFactorRoutes];
