import type { Descriptors } from '../entity.ts';

export const entities = {
  deposit: { audiences: [{ audience: 'board' }], view: (deposit) => deposit },
} satisfies Descriptors;
