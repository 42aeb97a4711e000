import { LoaderCircle } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useUser } from '../session.ts';
import { Alert } from '../ui/alert.tsx';
import { endAwaiting, isReactivationAwaited } from './awaited.ts';
import { askStanding } from './status.ts';

const SOON_MS = 2000;
const LATER_MS = 15_000;
const LOOKS = 20;

/** After a paid checkout: asks until the provider's word has come, and says how it stands where `shown`. Calls `onGiveUp`
 * when it has waited long enough. */
export const Reactivated = ({ shown, onGiveUp }: { shown: boolean; onGiveUp: () => void }) => {
  const { isActive, late } = useNews(onGiveUp);
  const [dismissed, setDismissed] = useState(false);
  if (!shown || dismissed) return null;
  if (isActive)
    return (
      <Alert tone="success" title="Welcome back!" onClose={() => setDismissed(true)}>
        Your subscription is active again.
      </Alert>
    );
  return (
    <div role="status" className="flex items-start gap-2.5 rounded-md bg-pine-soft px-3.5 py-2.5 text-pine-text">
      <LoaderCircle aria-hidden className="mt-0.5 size-4 shrink-0 animate-turn" />
      <p>
        <span className="font-semibold">Your subscription is being reactivated.</span>{' '}
        {late
          ? 'It takes longer than usual. You can go on working; it becomes active by itself.'
          : 'This usually takes a few seconds.'}
      </p>
    </div>
  );
};

const useNews = (onGiveUp: () => void) => {
  const { id } = useUser();
  const [looks, setLooks] = useState(0);
  const [isActive, setActive] = useState(false);
  const giveUp = useEffectEvent(onGiveUp);
  useEffect(() => {
    if (isActive) return;
    const look = async () => {
      const standing = await askStanding(id).catch(() => null);
      if (standing?.needsReactivation === false) {
        endAwaiting();
        setActive(true);
      } else if (looks > 0 && !isReactivationAwaited()) giveUp();
      else setLooks(looks + 1);
    };
    const timer = setTimeout(look, looks === 0 ? 0 : looks < LOOKS ? SOON_MS : LATER_MS);
    return () => clearTimeout(timer);
  }, [id, looks, isActive]);
  return { isActive, late: looks >= LOOKS };
};
