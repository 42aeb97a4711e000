import { useState } from 'react';
import { Alert } from '../ui/alert.tsx';
import { formatLabel } from '../ui/format.ts';
import { Select } from '../ui/select.tsx';
import { sentenceOf } from './refusal.ts';

const SHOWN_MS = 3000;

/** The board's status selector, and the alert that says how the last change went (null before). */
export const useStatusSelect = <Status extends string>(
  status: Status,
  statuses: readonly Status[],
  write: (next: Status) => Promise<void>,
) => {
  const [said, setSaid] = useState<{ tone: 'success' | 'error'; text: string; at: number } | null>(null);
  const say = (tone: 'success' | 'error', text: string) => setSaid({ tone, text, at: Date.now() });
  const change = async (next: Status) => {
    if (next === status) return;
    await write(next).then(
      () => say('success', `Status updated to ${next.replaceAll('_', ' ')}`),
      (error) => say('error', sentenceOf(error, 'Failed to update status')),
    );
  };
  const options = statuses.map((value) => ({ value, label: formatLabel(value) }));
  return {
    select: <Select label="Status" value={status} onChange={change} options={options} />,
    alert: said && (
      <Alert
        key={said.at}
        tone={said.tone}
        onClose={() => setSaid(null)}
        {...(said.tone === 'success' && { clearAfter: SHOWN_MS })}
      >
        {said.text}
      </Alert>
    ),
  };
};
