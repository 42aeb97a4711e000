import type { Descriptors } from '../entity.ts';
import { can } from '../roles.ts';

/** A holder sees what reached them, not what waits to be printed. */
export const entities = {
  reminder: {
    audiences: [{ audience: 'board' }, { heldIn: 'account_id', when: { status: ['delivered', 'printed'] } }],
    view: (reminder, viewer) =>
      can(viewer.role, 'money.record') ? reminder : { ...reminder, sent_to: null, made_by: null, made_by_name: null },
  },
} satisfies Descriptors;
