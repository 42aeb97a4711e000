import { countAttempt, type Limit, tooManyAttempts } from '../auth/limits.ts';
import type { Deps } from '../deps.ts';

const WINDOW = 15 * 60;
const HOUR = 60 * 60;

export const limitAvailability = (deps: Deps, caller: string, wanted: string): Promise<void> =>
  count(deps, caller, [
    { key: `availability:${wanted}|${caller}`, max: 30, seconds: WINDOW },
    { key: `availability:${caller}`, max: 150, seconds: WINDOW },
  ]);

export const limitTrial = (deps: Deps, caller: string, email: string): Promise<void> =>
  count(deps, caller, [
    { key: `trial:${email}|${caller}`, max: 20, seconds: WINDOW },
    { key: `trial:${caller}`, max: 100, seconds: HOUR },
  ]);

export const limitStep = (deps: Deps, caller: string): Promise<void> =>
  count(deps, caller, [{ key: `signup:${caller}`, max: 200, seconds: WINDOW }]);

const count = async (deps: Deps, caller: string, limits: Limit[]): Promise<void> => {
  if (deps.firstFilter && !(await deps.firstFilter(`signup:${caller}`))) throw tooManyAttempts(60);
  await countAttempt(deps, limits);
};
