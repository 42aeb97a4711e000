import { hoaNameKey } from '../../schema/hoas.ts';
import type { PlanName } from '../../schema/plans.ts';
import type { Hoa } from '../../schema/tables/hoas.ts';
import type { Tx } from '../tx.ts';
import { NO_LOGO } from './logo.ts';

type NewHoa = { id: string; name: string; time_zone?: string | null | undefined; plan: PlanName | null };

/** An association as it begins: nothing is set but its name, its time zone and its plan. */
export const newHoa = (tx: Pick<Tx, 'now'>, { id, name, time_zone, plan }: NewHoa): Omit<Hoa, 'hoa_id' | 'rev'> => ({
  id,
  name,
  name_key: hoaNameKey(name),
  city: null,
  zip: null,
  street: null,
  state: null,
  email: null,
  phone: null,
  time_zone: time_zone ?? 'America/Chicago',
  mails_paused_until: null,
  leaving_at: null,
  superadmins_need_second_factor: false,
  ledger_opened_at: tx.now,
  ledger_opening: null,
  late_fees_announced_on: null,
  online_payments: null,
  plan,
  kept_features: null,
  assign_requests: null,
  remind_unanswered_days: null,
  remind_unanswered_from: null,
  remind_overdue_from: null,
  remind_overdue: false,
  accent: null,
  ...NO_LOGO,
  edits: null,
  created_at: tx.now,
});
