import { useAtomValue, useSetAtom } from 'jotai';
import { useEffect, useState } from 'react';
import type { OutboxItem } from '../../sync/client/outbox-item.ts';
import { stepUpAtom } from '../device/step-up.ts';
import { useOnline, useRefused } from '../device/store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { formatPlural } from '../ui/format.ts';
import { titleOf, useOutboxWords } from './outbox-text.ts';
import { resend, wantsCode } from './resend.ts';
import { outboxOpenAtom } from './sync-status.tsx';

/** Dismissing hides the alert only; the changes stay in the outbox. */
const RefusedAlert = () => {
  const open = useSetAtom(outboxOpenAtom);
  const words = useOutboxWords();
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const all = useRefused();
  useAskForCode(all);
  const refused = all.filter(({ id }) => !dismissed.includes(id));
  if (refused.length === 0) return null;
  return (
    <Alert
      tone="error"
      title={`${formatPlural(refused.length, 'change')} not accepted`}
      onClose={() => setDismissed([...dismissed, ...refused.map(({ id }) => id)])}
      actions={
        <Button size="small" onClick={() => open(true)}>
          Open Outbox
        </Button>
      }
    >
      {refused.length === 1 && <p className="font-[560]">{refused.map((item) => titleOf(item, words))}</p>}
      {[...new Set(refused.map(({ message }) => message))].slice(0, 3).map((message) => (
        <p key={message}>{message}</p>
      ))}
    </Alert>
  );
};
export default RefusedAlert;

const asked = new Set<string>();
const JUST_NOW_MS = 10 * 60 * 1000;

/** Whoever has just made a change that wants a code is asked for it. Without it the change stays in the outbox. */
const useAskForCode = (refused: readonly OutboxItem[]): void => {
  const isAsking = useAtomValue(stepUpAtom) !== null;
  const online = useOnline();
  useEffect(() => {
    const isNew = ({ id, at }: OutboxItem) => !asked.has(id) && Math.abs(Date.now() - Date.parse(at)) < JUST_NOW_MS;
    const wanting = refused.filter(wantsCode).filter(isNew);
    if (isAsking || !online || wanting.length === 0) return;
    for (const { id } of wanting) asked.add(id);
    // What goes wrong is shown by the outbox, where the changes still are.
    resend(...wanting).catch(() => undefined);
  }, [refused, isAsking, online]);
};
