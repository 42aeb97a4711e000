import type { Owner } from '../../../schema/meetings.ts';

/** "Bea Marsh, Dale Brooks" */
export const ownerNames = (owners: readonly Pick<Owner, 'name'>[]): string =>
  owners.map(({ name }) => name).join(', ') || 'Owner not recorded';
