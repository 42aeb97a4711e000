import type { House } from '../door.ts';
import { serveStripeJs } from '../stripe-js.ts';
import { openCheckoutPages } from './checkout.ts';
import { openOnboardingPages } from './onboarding.ts';
import { openPortalPages } from './portal.ts';
import { openStepPage } from './step.ts';

/** The pages that customers and account holders see, and the script that the app's own pages load. */
export const openPages = (house: House): void => {
  house.app.get('/', (c) => c.redirect('/_emulate'));
  openCheckoutPages(house);
  openOnboardingPages(house);
  openPortalPages(house);
  openStepPage(house);
  serveStripeJs(house);
};
