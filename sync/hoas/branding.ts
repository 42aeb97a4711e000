import { brandingUpdate } from '../../schema/hoa-inputs.ts';
import { LOGO_LIMIT, LOGO_TOO_LARGE, LOGO_TYPES } from '../../schema/hoas.ts';
import { hasFeature, notIncluded } from '../../schema/plans.ts';
import type { Hoa } from '../../schema/tables/hoas.ts';
import { FILE_TYPE_MESSAGES, type StoredFile } from '../../schema/uploads.ts';
import { isChanged, recordEdits, refuseConflicts } from '../edits.ts';
import { fileOf, replaceFile } from '../photos/files.ts';
import { can } from '../roles.ts';
import { authorize, find, mutator, Refusal, type Tx } from '../tx.ts';
import { brandingConflicts } from './entity.ts';
import { NO_LOGO } from './logo.ts';

const FIELDS = ['accent', 'logo_key', 'logo_width', 'logo_height'] as const;

/** Where the plan no longer includes it, what was set goes on showing and may be taken away. */
export const updateBranding = mutator(
  brandingUpdate,
  async (tx, update) => {
    authorize(can(tx.actor.role, 'hoa.manage'));
    const hoa = await find(tx, 'hoa', tx.actor.hoa_id, 'HOA not found');
    if ((update.accent || update.logo) && !hasFeature(hoa, 'custom_branding'))
      throw new Refusal('forbidden', notIncluded('custom_branding'));
    refuseConflicts(tx, hoa, brandingConflicts(hoa, update));
    const { accent = hoa.accent } = update;
    const next = { ...hoa, accent, ...(update.logo !== undefined && (await logoOf(tx, update.logo))) };
    if (!isChanged(next, hoa, FIELDS)) return;
    if (hoa.logo_key !== next.logo_key) replaceFile(tx, asFile(hoa), asFile(next));
    await tx.put('hoa', { ...next, edits: recordEdits(tx, hoa, { accent }) });
  },
  ({ logo }) => [logo?.s3Key],
);

type Logo = Pick<Hoa, 'logo_key' | 'logo_width' | 'logo_height' | 'logo_pending'>;
type Given = { s3Key: string; width: number; height: number };

/** Throws Refusal. */
const logoOf = async (tx: Tx, given: Given | null): Promise<Logo> => {
  if (!given) return NO_LOGO;
  const file = await fileOf(tx, given.s3Key, 'hoa', tx.actor.hoa_id);
  requireLogo(file);
  const { key, pending = false } = file;
  return { logo_key: key, logo_width: given.width, logo_height: given.height, logo_pending: pending };
};

/** A device knows neither type nor size and lets the server decide. */
const requireLogo = ({ type, size }: StoredFile): void => {
  if (type && !LOGO_TYPES.includes(type)) throw new Refusal('invalid', FILE_TYPE_MESSAGES.branding);
  if (size > LOGO_LIMIT) throw new Refusal('invalid', LOGO_TOO_LARGE);
};

const asFile = ({ logo_key }: Pick<Hoa, 'logo_key'>) => (logo_key ? { key: logo_key, name: 'logo', size: 0 } : null);
