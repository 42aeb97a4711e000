import { LoaderCircle } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useSearchParams } from '../location.ts';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { useOnline } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import {
  askStanding,
  awaitReactivation,
  dropStanding,
  endAwaiting,
  isReactivationAwaited,
  keptStanding,
  learnStanding,
} from './model.ts';
import { PlanNotice } from './notice.tsx';

/** These open whatever is paid. */
const OPEN = [paths.reactivation(), paths.support()];
const HOME = [paths.home(), paths.dashboard()];

/** For the superadmin, beside every screen: leads to /reactivation once a subscription has run out, and tells on the
 * dashboard what is to be told of it. It never stands in the way: what cannot be asked changes nothing. */
const Watch = () => {
  const [path] = useLocation();
  return OPEN.includes(path) ? null : <Watched atHome={HOME.includes(path)} />;
};

export default Watch;

const Watched = ({ atHome }: { atHome: boolean }) => {
  const { awaited, giveUp } = useAwaited();
  const standing = useStanding();
  const online = useOnline();
  if (awaited) return <Reactivated shown={atHome} onGiveUp={giveUp} />;
  // Without a connection nothing could be done there, and everything else works.
  if (standing?.needsReactivation && online) return <Redirect to={paths.reactivation()} replace />;
  return atHome && standing?.subscription && <PlanNotice {...standing.subscription} />;
};

/** Whether the superadmin comes from a paid checkout: ?reactivated=1, which leaves the address. */
const useAwaited = () => {
  const [path, navigate] = useLocation();
  const isBack = useSearchParams().has('reactivated');
  const [awaited, setAwaited] = useState(() => isBack || isReactivationAwaited());
  useEffect(() => {
    if (!isBack) return;
    dropStanding();
    awaitReactivation();
    navigate(path, { replace: true });
  }, [isBack, path, navigate]);
  return { awaited, giveUp: () => setAwaited(false) };
};

const useStanding = () => {
  const { id } = useUser();
  const [standing, setStanding] = useState(() => keptStanding(id));
  useEffect(() => {
    let current = true;
    const learn = () => void learnStanding(id).then((now) => current && setStanding(now));
    learn();
    addEventListener('online', learn);
    return () => {
      current = false;
      removeEventListener('online', learn);
    };
  }, [id]);
  return standing;
};

const SOON_MS = 2000;
const LATER_MS = 15_000;
const LOOKS = 20;

/** After a paid checkout: asks until the provider's word has come, and says how it stands where `shown`. Calls `onGiveUp`
 * when it has waited long enough. */
const Reactivated = ({ shown, onGiveUp }: { shown: boolean; onGiveUp: () => void }) => {
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
