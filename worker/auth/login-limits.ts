import type { LoginInput } from '../../schema/auth.ts';
import type { Deps } from '../deps.ts';
import { HttpError } from '../http/errors.ts';
import { deviceHash, knownDeviceStatement } from './known-devices.ts';
import {
  type Attempt,
  type Counted,
  countLimits,
  type Limit,
  longestWait,
  releaseAttempt,
  tooManyAttempts,
} from './limits.ts';
import { createChallenge, type Proof, verifySolution } from './proof-of-work.ts';

/** Where a sign-in comes from: `caller` is the network address, `device` the token in the device cookie. */
export type LoginSource = { caller: string; device: string | undefined };

const WINDOW = 15 * 60;
const DAY = 24 * 60 * 60;
/** Only failures stay counted, so that the successes of an office behind one address do not slow it down. */
const FAILURES_PER_DEVICE = 10;
const FAILURES_PER_ACCOUNT = 10;
const FAILURES_PER_ADDRESS = 100;
/** From everywhere, so that guesses from many addresses become expensive too. */
const FAILURES_PER_EMAIL = 100;

/** Tries at most, see docs/operations.md for what they cost. The range doubles with the failures up to the last. */
const FIRST_RANGE = 128;
const LAST_RANGE = 1024;

type LoginAttempt = { attempt: Attempt; reset: string[] };

/** Counts the attempt before the password is checked. No failures of others lock anybody out: a device that has signed in
 * to this account has limits of its own (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"), and others
 * who are beyond a limit get a challenge to solve. Throws HttpError 429 with that challenge. */
export const admitLogin = async (
  deps: Deps,
  source: LoginSource,
  { email, solution }: LoginInput,
): Promise<LoginAttempt> => {
  const device = await deviceHash(deps.config, source.device);
  const proof = solution && (await verifySolution(deps, email, solution));
  if (!(await passesFirstFilter(deps, source.caller, device, proof)))
    throw await challenged(deps, email, 60, FIRST_RANGE);
  const limits = limitsOf(source.caller, email, device, proof);
  const { attempt, over, rows } = await countLimits(
    deps,
    Object.values(limits).filter((limit) => limit !== undefined),
    knownDeviceStatement(deps, device ?? '', email),
  );
  const isOver = (limit: Limit | undefined) => over.some((exceeded) => exceeded.limit === limit);
  const isKnown = rows.length > 0 && !isOver(limits.device);
  const slowing = over.filter(({ limit }) => limit !== limits.device && limit !== limits.proof);
  const range = rangeOf(slowing);
  const hasProof = proof !== undefined && !isOver(limits.proof) && proof.range * 2 >= range;
  if (!isKnown && slowing.length > 0 && !hasProof) throw await challenged(deps, email, longestWait(slowing), range);
  return {
    attempt: attempt.filter(({ limit }) => limit !== limits.proof),
    reset: [limits.account.key, ...(limits.device ? [limits.device.key] : [])],
  };
};

/** After the right password. */
export const releaseLogin = (deps: Deps, { attempt, reset }: LoginAttempt): Promise<void> =>
  releaseAttempt(deps, attempt, reset);

const passesFirstFilter = async (
  { firstFilter }: Deps,
  caller: string,
  device: string | undefined,
  proof: Proof | undefined,
): Promise<boolean> => !firstFilter || proof !== undefined || firstFilter(`login:${device ?? caller}`);

/** None is a hard limit, so that guesses from elsewhere cannot lock an account's owner out. */
const limitsOf = (caller: string, email: string, device: string | undefined, proof: Proof | undefined) => ({
  account: { key: `login:${email}|${caller}`, max: FAILURES_PER_ACCOUNT, seconds: WINDOW },
  address: { key: `login:${caller}`, max: FAILURES_PER_ADDRESS, seconds: WINDOW },
  email: { key: `login:${email}|*`, max: FAILURES_PER_EMAIL, seconds: DAY },
  device:
    device === undefined ? undefined : { key: `login:${email}|${device}`, max: FAILURES_PER_DEVICE, seconds: WINDOW },
  proof: proof === undefined ? undefined : { key: `login:solution ${proof.id}`, max: 1, seconds: DAY },
});

const rangeOf = (slowing: Counted[]): number => {
  const times = Math.max(1, ...slowing.map(({ count, limit }) => count / limit.max));
  return Math.min(FIRST_RANGE * 2 ** Math.floor(Math.log2(times)), LAST_RANGE);
};

const challenged = async (deps: Deps, email: string, seconds: number, range: number): Promise<HttpError> => {
  const { status, message, headers } = tooManyAttempts(seconds);
  return new HttpError(status, message, headers, { challenge: await createChallenge(deps, email, range) });
};
