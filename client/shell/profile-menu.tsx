import { LifeBuoy, LogOut, UserRound } from 'lucide-react';
import { paths } from '../paths.ts';
import { useRows } from '../store.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Menu } from '../ui/menu.tsx';
import type { Me } from './navigation.ts';
import { useSignOut } from './sign-out.ts';
import { SignOutDialog } from './sign-out-dialog.tsx';

/** The menu behind one's own initials. */
export const ProfileMenu = ({ user }: { user: Me }) => {
  const hoa = useRows('hoa').all[0];
  const signOut = useSignOut();
  return (
    <>
      <Menu
        label="Profile menu"
        button={<Avatar name={user.name} email={user.email} />}
        head={
          <>
            <b className="block max-w-60 truncate font-semibold">{user.name || user.email}</b>
            <span className="block max-w-60 truncate text-ink-3 text-sm">{hoa?.name ?? user.email}</span>
          </>
        }
        entries={[
          { label: 'Profile', href: paths.profile(), icon: UserRound },
          { label: 'Support', href: paths.support(), icon: LifeBuoy },
          { label: 'Logout', onSelect: () => void signOut.start(), icon: LogOut, above: true },
        ]}
      />
      <SignOutDialog signOut={signOut} />
    </>
  );
};
