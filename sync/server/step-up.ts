import type { InStatement, Row } from '@libsql/client';
import type { SignInState } from '../users/step-up.ts';

/** Reads the state of a user in the sign-in (token family) `sign_in`. */
export const signInStatement = (hoa_id: string, user_id: string, sign_in: string): InStatement => ({
  sql: `SELECT f.user_id IS NOT NULL AS has, u.needs_second_factor OR h.superadmins_need_second_factor AS must, c.checked_at
    FROM users u JOIN hoas h ON h.id = u.hoa_id
    LEFT JOIN second_factors f ON f.user_id = u.id AND f.confirmed_at IS NOT NULL
    LEFT JOIN second_factor_checks c ON c.family_id = ? AND c.user_id = u.id
    WHERE u.hoa_id = ? AND u.id = ?`,
  args: [sign_in, hoa_id, user_id],
});

export const signInState = ([row]: readonly Row[]): SignInState => ({
  has_second_factor: Boolean(row?.has),
  must_have_one: Boolean(row?.must),
  checked_at: (row?.checked_at ?? null) as string | null,
});
