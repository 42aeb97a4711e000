import type { OutboxLabels } from '../outbox.ts';

export const labels = {
  recordFacts: { title: ({ meeting_id }, titleOf) => titleOf(meeting_id) },
  makeMotion: { title: ({ number }) => `Motion ${number}` },
  updateMotion: { title: ({ id }, titleOf) => `Change: ${titleOf(id)}` },
  saveMinutesText: { title: ({ meeting_id }, titleOf) => `Minutes: ${titleOf(meeting_id)}` },
  setMinutesStatus: { title: ({ meeting_id }, titleOf) => `Minutes: ${titleOf(meeting_id)}` },
  applyDecision: { title: () => 'Decision of the board' },
  createActionItem: { title: ({ title }) => `Action item: ${title}` },
  updateActionItem: { title: ({ id }, titleOf) => `Action item: ${titleOf(id)}` },
} satisfies OutboxLabels;
