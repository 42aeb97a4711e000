import type { Hoa } from '../../schema/tables/hoas.ts';
import { contactLine } from '../../sync/hoas/contact.ts';
import { logoPath } from '../../sync/hoas/logo.ts';
import type { Config } from '../deps.ts';
import { json } from './query.ts';

/** A mail says by it who it is from. */
export type Letterhead = {
  /** Address and contact of the association in one line, '' where it gave none. */
  line: string;
  accent: string | null;
  /** Pixels. */
  logo: { url: string; width: number; height: number } | null;
};

/** The key of the logo of the HOA `h`, once its bytes were looked at. */
export const SHOWN_LOGO = 'iif(h.logo_pending, NULL, h.logo_key)';

/** The columns `hoa` and `letterhead` of a mail, from the HOA `h`. Pass the row to `withLetterhead`. */
export const LETTERHEAD = `h.name AS hoa, json_object('street', h.street, 'city', h.city, 'state', h.state, 'zip', h.zip,
  'email', h.email, 'phone', h.phone, 'accent', h.accent, 'logo_key', h.logo_key, 'logo_pending', h.logo_pending,
  'logo_width', h.logo_width, 'logo_height', h.logo_height) AS letterhead`;

type Branded = Parameters<typeof contactLine>[0] &
  Partial<Pick<Hoa, 'accent' | 'logo_key' | 'logo_width' | 'logo_height'>> & { logo_pending?: boolean | number };

export const letterheadOf = ({ publicUrl }: Pick<Config, 'publicUrl'>, hoa: Branded): Letterhead => ({
  line: contactLine(hoa),
  accent: hoa.accent ?? null,
  logo:
    hoa.logo_key && !hoa.logo_pending && hoa.logo_width && hoa.logo_height
      ? { url: publicUrl + logoPath(hoa.logo_key), width: hoa.logo_width, height: hoa.logo_height }
      : null,
});

export const withLetterhead =
  (config: Pick<Config, 'publicUrl'>) =>
  <T extends { letterhead: Letterhead }>(row: T): T => ({
    ...row,
    letterhead: letterheadOf(config, json(row.letterhead as unknown as string)),
  });
