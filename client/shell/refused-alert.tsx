import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { useRefused } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { formatPlural } from '../ui/format.ts';
import { titleOf, useRecordTitle } from './outbox-text.ts';
import { outboxOpenAtom } from './sync-status.tsx';

/** Dismissing hides the alert only; the changes stay in the outbox. */
const RefusedAlert = () => {
  const open = useSetAtom(outboxOpenAtom);
  const recordTitle = useRecordTitle();
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const refused = useRefused().filter(({ id }) => !dismissed.includes(id));
  if (refused.length === 0) return null;
  return (
    <Alert
      tone="error"
      title={`${formatPlural(refused.length, 'change')} not accepted`}
      onClose={() => setDismissed([...dismissed, ...refused.map(({ id }) => id)])}
      actions={
        <Button size="small" onClick={() => open(true)}>
          Open outbox
        </Button>
      }
    >
      {refused.length === 1 && <p className="font-[560]">{refused.map((item) => titleOf(item, recordTitle))}</p>}
      {[...new Set(refused.map(({ message }) => message))].slice(0, 3).map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Alert>
  );
};
export default RefusedAlert;
