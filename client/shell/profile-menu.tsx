import { Keyboard, LifeBuoy, LogOut, Settings, UserRound } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useCan } from '../device/session.ts';
import { useRows } from '../device/store.ts';
import { paths } from '../paths.ts';
import { useIsWide } from '../ui/media.ts';
import MenuPanel, { type ButtonFace } from '../ui/menu-panel.tsx';
import { useShowKeys } from './keys-help.tsx';
import type { Me } from './navigation.ts';
import { SignOutDialog, useSignOut } from './sign-out.tsx';

const OfflineReady = lazy(() => import('../screens/offline-ready.tsx').catch(() => ({ default: () => null })));

const ProfileMenu = ({ user, face }: { user: Me; face: ButtonFace }) => {
  const hoa = useRows('hoa').all[0];
  const signOut = useSignOut();
  const wide = useIsWide();
  const showKeys = useShowKeys();
  const settings = useCan('settings.view');
  return (
    <>
      <MenuPanel
        face={face}
        head={
          <>
            <b className="block max-w-60 truncate font-semibold">{user.name || user.email}</b>
            <span className="block max-w-60 truncate text-ink-3 text-sm">{hoa?.name ?? user.email}</span>
            <Suspense fallback={<span className="mt-1.5 block h-5" />}>
              <OfflineReady className="mt-1.5 max-w-60 text-sm" />
            </Suspense>
          </>
        }
        entries={[
          { label: 'Profile', href: paths.profile(), icon: UserRound },
          ...(settings ? [{ label: 'Settings', href: paths.settings(), icon: Settings }] : []),
          { label: 'Support', href: paths.support(), icon: LifeBuoy },
          ...(wide ? [{ label: 'Keyboard Shortcuts', onSelect: showKeys, icon: Keyboard }] : []),
          { label: 'Logout', onSelect: () => void signOut.start(), icon: LogOut, above: true },
        ]}
      />
      <SignOutDialog signOut={signOut} />
    </>
  );
};

export default ProfileMenu;
