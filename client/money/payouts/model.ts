import { useCallback, useEffect, useState } from 'react';
import type { BusinessProfile, Capabilities } from '../../../schema/billing.ts';
import { api, messageOf } from '../../device/api.ts';
import { withStepUp } from '../../device/step-up.ts';
import { useOnline } from '../../device/store.ts';

export type AccountStatus = {
  details_submitted: boolean;
  charges_enabled: boolean;
  payouts_enabled: boolean;
  capabilities: Capabilities;
  business_profile: BusinessProfile;
  /** Stripe's names of missing details. */
  requirements_due: string[];
};
/** `is_offered` is false where the server takes no payments, and missing from older ones. */
type Account = { is_offered?: boolean } & (
  | { account_exists: false; account_id: null; status: null }
  | { account_exists: true; account_id: string; status: AccountStatus }
);

const readAccount = (): Promise<Account> => api<Account>('/api/stripe-connect/account-status');

/** Gives the URL of Stripe's onboarding. Throws ApiError. */
export const openOnboarding = async (account: 'new' | 'existing'): Promise<string> => {
  const path = account === 'new' ? 'create-account' : 'refresh-onboarding';
  const { onboarding_url } = await withStepUp(() =>
    api<{ onboarding_url: string }>(`/api/stripe-connect/${path}`, { method: 'POST' }),
  );
  return onboarding_url;
};

export const isComplete = (status: AccountStatus | null): boolean =>
  Boolean(status?.charges_enabled && status.payouts_enabled);

/** "external_account" gives "Bank account for payouts", "company.tax_id" gives "Company: tax id". */
export const requirementLabel = (name: string): string =>
  REQUIREMENT_LABELS[name] ??
  name
    .replaceAll('.', ': ')
    .replaceAll('_', ' ')
    .replace(/^\w/, (letter) => letter.toUpperCase());

const REQUIREMENT_LABELS: Record<string, string> = {
  external_account: 'Bank account for payouts',
  'tos_acceptance.date': 'Acceptance of the terms of service',
  'tos_acceptance.ip': 'Acceptance of the terms of service',
  'business_profile.url': 'Website',
  'business_profile.mcc': 'Industry',
};

const FAILED = 'Failed to load account status';

export const useAccount = () => {
  const [account, setAccount] = useState<Account | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const online = useOnline();
  const read = useCallback(async () => {
    setBusy(true);
    await readAccount().then(
      (now) => {
        setAccount(now);
        setError(null);
      },
      (failure) => setError(messageOf(failure, FAILED)),
    );
    setBusy(false);
  }, []);
  useEffect(() => {
    if (online) void read();
  }, [online, read]);
  return { account, error, busy, online, read };
};
