import type { Descriptors } from '../entity.ts';
import { can } from '../roles.ts';

export const entities = {
  policy: {
    audiences: [
      { audience: 'board' },
      { audience: 'residents', when: { kind: ['late_fee', 'interest', 'returned_fee', 'application', 'online_fee'] } },
    ],
    view: (policy, viewer) =>
      can(viewer.role, 'money.record') ? policy : { ...policy, made_by: null, made_by_name: null },
    order: [{ column: 'starts_on' }, { column: 'id' }],
  },
} satisfies Descriptors;
