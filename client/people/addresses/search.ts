import { Building2, HousePlus } from 'lucide-react';
import { canManage, residency } from '../../../sync/addresses/entity.ts';
import { nameOf } from '../../../sync/users/entity.ts';
import { paths } from '../../paths.ts';
import { type SearchAction, searchSource } from '../../search/source.ts';
import { formatAddress } from '../../ui/format.ts';

export const source = searchSource({
  entity: 'address',
  label: 'Addresses',
  icon: Building2,
  read: (address, rows, viewer) => {
    if (!canManage(viewer)) return null;
    const residents = rows('user')
      .by('address_id', address.id)
      .filter(({ deleted_at }) => !deleted_at);
    return {
      title: formatAddress(address),
      about: residents.map(nameOf),
      texts: [address.notes],
      detail: () => residency(address),
      at: address.created_at,
      href: paths.addressResidents(address.id),
    };
  },
  parts: { user: 'address_id' },
});

export const actions: SearchAction[] = [
  {
    label: 'Add Address',
    href: paths.addressAdd(),
    icon: HousePlus,
    needs: 'addresses.manage',
    words: 'create unit home',
  },
];
