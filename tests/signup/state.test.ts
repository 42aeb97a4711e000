import { expect, test } from 'vitest';
import {
  INITIAL,
  isDone,
  isReserved,
  progressOf,
  RESUME_PAUSE_MS,
  restore,
  resumePath,
  type SignupState,
  STEPS,
  screenOf,
  serialize,
  signupResponseOf,
} from '../../client/account/signup/state.ts';
import {
  accountCreated,
  backToAccount,
  backToPlans,
  backToSignup,
  cardConfirmed,
  cardLost,
  cardSecured,
  choosePlan,
  completed,
  reserve,
  setAccount,
  setHoa,
  setHoaStep,
  setReserved,
  startOver,
  type Transition,
} from '../../client/account/signup/transitions.ts';
import { PLANS, unitsOf } from '../../schema/plans.ts';

const RESUMABLE_MS = 86_400_000;

const NOW = Date.parse('2026-03-02T10:00:00Z');
const ACCOUNT = { email: 'nora@lantern.test', name: 'Nora Lantern', hoa_name: 'Lantern Hill' };
const ANSWER = {
  user: { id: 'user-1' },
  hoa: { id: 'hoa-1' },
  subscription_id: 'sub_1',
  setup_intent_client_secret: 'seti_1_secret_x',
};
const COMPLETION = {
  user: { name: 'Nora Lantern', email: 'nora@lantern.test', role: 'superadmin' },
  hoa: { name: 'Lantern Hill' },
  subscription: { trial_end: '2026-04-01T10:00:00.000Z' },
};

const after = (...moves: Transition[]): SignupState => ({
  ...moves.reduce((state, move) => move(state), INITIAL),
  timestamp: NOW,
});
const toAccount = [choosePlan(PLANS.growth), setAccount(ACCOUNT)];
const toCard = [...toAccount, reserve(ACCOUNT), accountCreated(ACCOUNT, ANSWER)];
const toSecured = [...toCard, cardConfirmed('pm_1'), cardSecured];
const toCompleted = [...toSecured, completed(COMPLETION)];
const reloaded = (state: SignupState, later = 0) => restore(serialize(state), NOW + later);

test('[SIGNUP-01] [SIGNUP-02] [SIGNUP-06] five steps in order, each with its number and its name', () => {
  expect(STEPS.map((step) => progressOf(step).label)).toEqual([
    'Step 1 of 5: Plan Selection',
    'Step 2 of 5: Account Creation',
    'Step 3 of 5: Payment Setup',
    'Step 4 of 5: HOA Setup',
    'Step 5 of 5: Complete',
  ]);
});

test('[SIGNUP-04] each step has its part of the whole', () => {
  expect(STEPS.map((step) => progressOf(step).percent)).toEqual([20, 40, 60, 80, 100]);
});

test('[SIGNUP-03] what is done follows from the plan, the answers and the card', () => {
  const done = (...moves: Transition[]) => STEPS.filter((step) => isDone(after(...moves))[step]);
  expect(done()).toEqual([]);
  expect(done(choosePlan(PLANS.pro))).toEqual(['plan_selection']);
  expect(done(...toCard)).toEqual(['plan_selection', 'account_creation']);
  expect(done(...toCard, cardConfirmed('pm_1'))).toEqual(['plan_selection', 'account_creation']);
  expect(done(...toSecured)).toEqual(['plan_selection', 'account_creation', 'payment_setup']);
  expect(done(...toCompleted)).toEqual(STEPS);
});

test('[SIGNUP-05] [SIGNUP-15] [SIGNUP-26] picking a plan leads to the account, its answer to the card, and back again', () => {
  const screens = (...moves: Transition[]) => screenOf(after(...moves));
  expect(screens()).toBe('plans');
  expect(screens(choosePlan(PLANS.starter))).toBe('account');
  expect(screens(...toAccount, backToPlans)).toBe('plans');
  expect(screens(...toCard)).toBe('payment');
  expect(screens(...toCard, backToAccount)).toBe('account');
  expect(screenOf({ ...INITIAL, step: 'payment_setup' })).toBe('account');
});

test('[SIGNUP-40] starting over clears what was typed, yet the next call changes the same signup', () => {
  const { resume_secret, reserved, ...rest } = after(...toSecured, startOver);
  expect({ ...rest, timestamp: 0 }).toEqual({ ...INITIAL, resume_secret: undefined, reserved: undefined });
  expect([resume_secret, reserved?.email]).toEqual([ANSWER.setup_intent_client_secret, ACCOUNT.email]);
});

test('[SIGNUP-32, SIGNUP-33, SIGNUP-62] an answer without payment identification is refused', () => {
  expect(signupResponseOf({ ...ANSWER, more: 1 } as object)).toEqual(ANSWER);
  const MISSING = 'Invalid signup response: missing payment identification';
  for (const name of ['subscription_id', 'setup_intent_client_secret', 'user', 'hoa'] as const)
    expect(() => signupResponseOf({ ...ANSWER, [name]: undefined })).toThrow(MISSING);
  expect(() => signupResponseOf(null)).toThrow(MISSING);
});

test('[SIGNUP-52] the card is confirmed first and secured then; where the server finds it is not, another is asked for', () => {
  expect(after(...toCard).payment).toEqual({ setup_intent_id: 'seti_1', payment_method_id: null, secured: false });
  expect(after(...toCard, cardConfirmed('pm_1')).payment).toMatchObject({ payment_method_id: 'pm_1', secured: false });
  expect(after(...toSecured).payment).toMatchObject({ payment_method_id: 'pm_1', secured: true });
  expect(after(...toSecured, cardLost).payment).toEqual(after(...toCard).payment);
});

test('[SIGNUP-36, SIGNUP-52] going back to the account and on again keeps a confirmed card, unless another is asked for', () => {
  const again = (secret: string) =>
    after(
      ...toCard,
      cardConfirmed('pm_1'),
      backToAccount,
      accountCreated(ACCOUNT, { ...ANSWER, setup_intent_client_secret: secret }),
    ).payment.payment_method_id;
  expect(again('seti_1_secret_x')).toBe('pm_1');
  expect(again('seti_2_secret_y')).toBe(null);
});

test('[SIGNUP-23] what this device has asked for itself is not taken, unless the server has said no', () => {
  const asked = after(...toAccount, reserve(ACCOUNT));
  expect(isReserved(asked, 'email', ' NORA@lantern.test ')).toBe(true);
  expect(isReserved(asked, 'hoa_name', 'lantern   hill')).toBe(true);
  expect(isReserved(asked, 'hoa_name', 'Lantern Hills')).toBe(false);
  expect(isReserved(setReserved(null)(asked), 'email', ACCOUNT.email)).toBe(false);
  expect(isReserved(INITIAL, 'email', '')).toBe(false);
});

test('[SIGNUP-57, SIGNUP-58] entering goes on to the HOA setup, or to the end once that is done or skipped', () => {
  const path = (...moves: Transition[]) => resumePath(after(...moves), NOW + 1);
  for (const moves of [[], toAccount, toCard, toSecured]) expect(path(...moves)).toBe(undefined);
  expect(path(...toCompleted)).toBe('/signup/hoa-setup');
  expect(path(...toCompleted, setHoaStep('address_upload'))).toBe('/signup/complete');
  expect(path(...toCompleted, setHoaStep('complete'))).toBe('/signup/complete');
});

test('[SIGNUP-59, HOASETUP-10, HOASETUP-11] a step back to the plans keeps from bouncing forward for one second', () => {
  const back = after(...toCompleted, backToSignup(NOW));
  expect(screenOf(back)).toBe('plans');
  expect(resumePath(back, NOW + RESUME_PAUSE_MS - 1)).toBe(undefined);
  expect(resumePath(back, NOW + RESUME_PAUSE_MS)).toBe('/signup/hoa-setup');
  expect(RESUME_PAUSE_MS).toBe(1000);
});

test('[SIGNUP-59] what was saved is gone on with for 24 hours, and discarded then', () => {
  const state = after(...toCompleted);
  expect(RESUMABLE_MS).toBe(86_400_000);
  expect(reloaded(state, RESUMABLE_MS)).toEqual(state);
  expect(reloaded(state, RESUMABLE_MS + 1)).toEqual(INITIAL);
  expect(resumePath(state, NOW + RESUMABLE_MS + 1)).toBe(undefined);
});

test('[SIGNUP-60] every step survives a reload as it was; what is not readable is a new start', () => {
  const failed: Transition = (state) => ({
    ...state,
    errors: { payment: { message: 'No', reason: 'You are offline.' } },
  });
  const hoa = { name: 'Lantern Hill', city: 'Duluth', zip: '55802', time_zone: 'America/Chicago' };
  for (const moves of [[], toAccount, toCard, [...toCard, cardConfirmed('pm_1')], toSecured, toCompleted])
    expect(reloaded(after(...moves, setHoa(hoa)))).toEqual(after(...moves, setHoa(hoa)));
  expect(reloaded(after(...toCard, failed)).errors).toEqual({ payment: { message: 'No' } });
  for (const text of [null, '', '{', '[]', '3', '{"timestamp":"x"}']) expect(restore(text, NOW)).toEqual(INITIAL);
  expect(restore(JSON.stringify({ timestamp: NOW, step: 'account_creation' }), NOW)).toMatchObject({
    step: 'account_creation',
    account: INITIAL.account,
  });
});

test('[SIGNUP-61, SIGNUP-55] neither the password nor a token is ever written', () => {
  const typed = { ...ACCOUNT, password: 'lantern-22', confirmPassword: 'lantern-22' };
  const answer = { ...COMPLETION, token: 'eyJ.secret' };
  const text = serialize(after(choosePlan(PLANS.pro), setAccount(typed), ...toSecured.slice(2), completed(answer)));
  expect(text).toContain(ACCOUNT.email);
  for (const secret of ['lantern-22', 'assword', 'eyJ.secret']) expect(text).not.toContain(secret);
  expect(serialize(after(setAccount(typed)))).not.toContain('lantern-22');
});

test('[SIGNUP-55, HOASETUP-03, HOASETUP-04] completion without a session ends the wizard; the HOA setup begins with the name', () => {
  const state = after(...toCompleted);
  expect([state.step, state.hoa_setup, state.hoa.name]).toEqual(['complete', 'hoa_info', 'Lantern Hill']);
  expect(setHoaStep('address_upload')(state)).toMatchObject({ step: 'hoa_setup', hoa_setup: 'address_upload' });
  expect(setHoaStep('complete')(state)).toMatchObject({ step: 'complete', hoa_setup: 'complete' });
});

test('[SIGNUP-13, SIGNUP-14] a plan says how many units it is for', () => {
  expect(unitsOf(PLANS.growth)).toBe('Up to 150 units');
  expect(unitsOf(PLANS.free)).toBe('Unlimited units');
});
