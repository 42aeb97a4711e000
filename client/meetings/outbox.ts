import type { OutboxLabels } from '../outbox.ts';

export const labels = {
  recordFacts: { title: ({ meeting_id }, titleOf) => titleOf(meeting_id) },
  makeMotion: { title: ({ number }) => `Motion ${number}` },
  updateMotion: { title: ({ id }, titleOf) => `Change: ${titleOf(id)}` },
} satisfies OutboxLabels;
