import { daysBefore } from '../../schema/dates.ts';
import type { Announcement } from '../../schema/tables/announcements.ts';
import type { Hoa } from '../../schema/tables/hoas.ts';
import type { User } from '../../schema/tables/users.ts';

/** The first steps of a new HOA, in order. */
export const SETUP_STEPS = ['addresses', 'people', 'dues', 'payments', 'announcement'] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

type SetupRows = {
  hoa: Pick<Hoa, 'online_payments' | 'created_at'> | undefined;
  users: readonly Pick<User, 'deleted_at'>[];
  announcements: readonly Pick<Announcement, 'status'>[];
  /** False where the server takes no payments: the step is done then. */
  has_payments?: boolean;
  /** How many there are. */
  addresses: number;
  dues: number;
};

/** The steps, each true if the rows say it is done: `people` once there is a second person, `announcement` once one is
 * sent. */
export const setupOf = ({
  hoa,
  users,
  announcements,
  addresses,
  dues,
  has_payments = true,
}: SetupRows): Record<SetupStep, boolean> => ({
  addresses: addresses > 0,
  people: users.filter(({ deleted_at }) => !deleted_at).length > 1,
  dues: dues > 0,
  payments: !has_payments || hoa?.online_payments === 'on',
  announcement: announcements.some(({ status }) => status === 'sent' || status === 'sending'),
});

const SETUP_DAYS = 90;

/** An HOA is led through its setup in its first 90 days, until all of it is done. */
export const isSettingUp = (rows: SetupRows, now: Date): boolean =>
  rows.hoa !== undefined &&
  new Date(rows.hoa.created_at).toISOString() > daysBefore(now, SETUP_DAYS) &&
  Object.values(setupOf(rows)).includes(false);
