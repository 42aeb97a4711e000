import { changesOf } from '../../../sync/addresses/entity.ts';
import type { OutboxLabels, RecordHrefs, Verbs } from '../../outbox-label.ts';
import { paths } from '../../paths.ts';
import { formatAddress } from '../../ui/format.ts';

export const drafts = {
  /** Some of {street, unit_number} */
  create: () => 'address',
  /** Some of {street, unit_number, is_rented, notes} */
  edit: (id: string) => `address/${id}`,
};

const addressOf = ({ street, unit_number }: Record<string, unknown>) =>
  formatAddress({ street: String(street), unit_number: unit_number ? String(unit_number) : null });

export const labels = {
  createAddress: {
    title: (args) => `Address: ${addressOf(args)}`,
    edit: ({ street, unit_number }) => ({
      href: paths.addressAdd(),
      draft: { key: drafts.create(), value: { street, unit_number: unit_number ?? '' } },
    }),
  },
  updateAddress: {
    title: (args) => `Address: ${addressOf(args)}`,
    edit: ({ id, written_at: _, ...update }) => ({
      href: paths.addressEdit(String(id)),
      draft: { key: drafts.edit(String(id)), value: { ...changesOf(update), base: update.base } },
    }),
  },
  deleteAddress: {
    title: ({ title }) => (title ? `Delete: ${title}` : 'Delete an address'),
    edit: () => ({ href: paths.addresses() }),
  },
  assignAddress: {
    title: ({ title }) => (title ? `Assign: ${title}` : 'Assign an address'),
    edit: ({ address_id }) => ({ href: paths.addressResidents(String(address_id)) }),
  },
  unassignAddress: {
    title: ({ title }) => (title ? `Unassign: ${title}` : 'Unassign an address'),
    edit: ({ address_id }) => ({ href: address_id ? paths.addressResidents(String(address_id)) : paths.addresses() }),
  },
} satisfies OutboxLabels;

export const hrefs = { address: paths.addressEdit } satisfies RecordHrefs;

export const verbs = {
  createAddress: 'added',
  updateAddress: 'changed',
  deleteAddress: 'deleted',
} satisfies Verbs;
