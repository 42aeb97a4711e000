import type { Descriptors } from '../entity.ts';
import { can } from '../roles.ts';

export const entities = {
  plan: {
    audiences: [{ audience: 'board' }, { heldIn: 'account_id' }],
    view: (plan, viewer) =>
      can(viewer.role, 'money.record') ? plan : { ...plan, made_by: null, made_by_name: 'Your HOA' },
  },
} satisfies Descriptors;
