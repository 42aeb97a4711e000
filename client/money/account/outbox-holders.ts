import type { OutboxLabels } from '../../outbox.ts';

export const labels = {
  openAccount: { title: () => 'New account' },
  joinAccount: { title: ({ user_id }, titleOf) => `Share an account: ${titleOf(user_id)}` },
  leaveAccount: { title: ({ user_id }, titleOf) => `Stop sharing an account: ${titleOf(user_id)}` },
  transferOwnership: { title: ({ on }) => `Sale of a home on ${on}` },
  setAccountFlags: { title: () => 'Account settings' },
} satisfies OutboxLabels;
