import { addDays } from '../../schema/dates.ts';
import { type Account, openOffice } from './ledger-office.ts';
import { WEEKLY } from './ledger-weeks-work.ts';

const WEEKS = 16;

export const liveAccount = (seed: number): Account => {
  const office = openOffice(seed);
  const start = office.today;
  for (let day = 0; day < WEEKS * 7; day += office.whole(0, 4)) {
    office.today = addDays(start, day);
    const total = WEEKLY.reduce((sum, [weight]) => sum + weight, 0);
    let ticket = office.whole(0, total - 1);
    for (const [weight, act] of WEEKLY) {
      if (ticket >= 0 && ticket < weight) act(office);
      ticket -= weight;
    }
    day += 1;
  }
  const { today, entries, plans, policies } = office;
  return { today, entries, plans, policies };
};
