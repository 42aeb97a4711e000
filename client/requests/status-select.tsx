import { useState } from 'react';
import { REQUEST_STATUSES, type Request, type RequestStatus } from '../../schema/requests.ts';
import { useMutate } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { formatLabel } from '../ui/format.ts';
import { Select } from '../ui/select.tsx';
import { sentenceOf } from './refusal.ts';

const OPTIONS = REQUEST_STATUSES.map((value) => ({ value, label: formatLabel(value) }));
const SHOWN_MS = 3000;

/** The board's status selector, and the alert that says how the last change went (null before). */
export const useStatusSelect = ({ id, status }: Pick<Request, 'id' | 'status'>) => {
  const mutate = useMutate();
  const [said, setSaid] = useState<{ tone: 'success' | 'error'; text: string; at: number } | null>(null);
  const say = (tone: 'success' | 'error', text: string) => setSaid({ tone, text, at: Date.now() });
  const change = async (next: RequestStatus) => {
    if (next === status) return;
    await mutate('updateRequest', { id, status: next }).then(
      () => say('success', `Status updated to ${next.replaceAll('_', ' ')}`),
      (error) => say('error', sentenceOf(error, 'Failed to update status')),
    );
  };
  return {
    select: <Select label="Status" value={status} onChange={change} options={OPTIONS} />,
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
