import { useRows } from '../device/store.ts';
import { Avatar } from '../ui/avatar.tsx';
import { faceOf } from '../ui/menu.tsx';
import { lazyPart, useOnDemand } from '../ui/on-demand.ts';
import { Mark } from './mark.tsx';
import type { Me } from './navigation.ts';
import { SearchButton } from './search-button.tsx';
import { SyncStatus } from './sync-status.tsx';

export const TopBar = ({ user }: { user: Me }) => {
  const hoa = useRows('hoa').all[0];
  return (
    <header className="sticky top-0 z-20 flex h-13 items-center gap-3 border-line border-b bg-card px-4 min-[92rem]:px-7">
      <span className="min-w-0 flex-1 truncate font-semibold text-ink-2">{hoa?.name}</span>
      <SyncStatus />
      <SearchButton />
      <ProfileButton user={user} />
    </header>
  );
};

export const PhoneBar = ({ user }: { user: Me }) => {
  const hoa = useRows('hoa').all[0];
  return (
    <header className="flex h-13 items-center gap-2.25 pr-2.5 pl-4">
      <Mark />
      <span className="min-w-0 flex-1 truncate font-semibold text-ink-2 text-sm">{hoa?.name ?? 'Porchlight'}</span>
      <SearchButton />
      <ProfileButton user={user} />
    </header>
  );
};

const ProfileMenu = lazyPart(() => import('./profile-menu.tsx'));

const ProfileButton = ({ user }: { user: Me }) => {
  const { ready, idle } = useOnDemand(ProfileMenu.preload);
  const face = faceOf('Profile menu', <Avatar name={user.name} email={user.email} />);
  const plain = <button {...idle} {...face} type="button" aria-haspopup="menu" aria-expanded={false} />;
  return ready ? <ProfileMenu user={user} face={face} /> : plain;
};
