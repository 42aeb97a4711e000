import type { ServerDescriptors } from '../entity.ts';

export const server = {
  refusal: {
    activity: { kind: 'none', because: 'A refused change changed nothing.' },
  },
} satisfies ServerDescriptors;
