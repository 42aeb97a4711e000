import { useEffect, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useSearchParams } from '../location.ts';
import { paths } from '../paths.ts';
import { useUser } from '../session.ts';
import { useOnline } from '../store.ts';
import { awaitReactivation, isReactivationAwaited } from './awaited.ts';
import { PlanNotice } from './notice.tsx';
import { Reactivated } from './reactivated.tsx';
import { dropStanding, keptStanding, learnStanding } from './status.ts';

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
