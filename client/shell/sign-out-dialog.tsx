import { ConfirmDialog } from '../ui/dialog.tsx';
import { formatPlural } from '../ui/format.ts';
import type { useSignOut } from './sign-out.ts';

/** Asks before a sign-out takes unsent changes with it. */
export const SignOutDialog = ({ signOut }: { signOut: ReturnType<typeof useSignOut> }) => (
  <ConfirmDialog
    open={signOut.asking}
    onClose={signOut.cancel}
    title={`Log out with ${formatPlural(signOut.unsent, 'unsent change')}?`}
    confirm="Logout"
    onConfirm={signOut.leave}
  >
    {formatPlural(signOut.unsent, 'change')} on this device {signOut.unsent === 1 ? 'has' : 'have'} not been accepted
    yet. Logging out removes everything from this device, and what was not sent is lost.
  </ConfirmDialog>
);
