import type { StoredFile } from '../../schema/uploads.ts';
import type { Tx } from '../../sync/tx.ts';
import type { Person } from './fixtures.ts';
import { itemRow, meetingRow, rollRow } from './meetings.ts';

type Ids = Record<'assembly' | 'topic' | 'proxy' | 'address', string>;

/** An annual meeting on whose roll stands the resident's unit, with an item and a proxy that the resident gave. */
export const storeAssembly = async (
  tx: Tx,
  ids: Ids,
  { board, resident, mark, scan }: { board: Person; resident: Person; mark: string; scan: StoredFile },
): Promise<void> => {
  const words = { title: mark, place: mark, noticed: true, starts_at: '2098-05-01T18:00:00.000Z' };
  await tx.put('meeting', meetingRow(board, 'member_annual', { id: ids.assembly, roll_frozen_at: tx.now, ...words }));
  await tx.put('agendaItem', itemRow(ids.assembly, 1, { id: ids.topic, title: mark, noticed: true }));
  const owners = [{ name: mark, user_id: resident.id }];
  await tx.put('rollUnit', rollRow(ids.assembly, ids.address, 1, { label: mark, owners, voter_ids: [resident.id] }));
  await tx.put('proxy', {
    ...{ id: ids.proxy, meeting_id: ids.assembly, address_id: ids.address, giver_name: mark, giver_id: resident.id },
    ...{
      holder_name: mark,
      holder_id: null,
      kind: 'general',
      directions: [],
      signed_at: tx.now.slice(0, 10),
      way: 'paper',
    },
    ...{
      photo_url: scan.key,
      photo: scan,
      status: 'active',
      status_reason: null,
      revoked_at: null,
      revoked_by_name: null,
    },
    ...{ recorded_at: tx.now, recorded_by: resident.id, recorded_by_name: mark, voter_ids: [resident.id] },
  });
};
