import { useState } from 'react';
import { useLocation } from 'wouter';
import { signOut } from '../device/session.ts';
import { paths } from '../paths.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { formatPlural } from '../ui/format.ts';

export const useSignOut = () => {
  const [unsent, setUnsent] = useState(0);
  const [asking, setAsking] = useState(false);
  const [, navigate] = useLocation();
  const run = async (force: boolean) => {
    const { waiting } = await signOut({ force });
    if (waiting === 0) return navigate(paths.login());
    setUnsent(waiting);
    setAsking(true);
  };
  return { start: () => run(false), confirm: () => run(true), unsent, asking, cancel: () => setAsking(false) };
};

export const SignOutDialog = ({ signOut }: { signOut: ReturnType<typeof useSignOut> }) => (
  <ConfirmDialog
    open={signOut.asking}
    onClose={signOut.cancel}
    title={`Sign Out with ${formatPlural(signOut.unsent, 'Unsent Change')}?`}
    confirm="Sign Out"
    onConfirm={signOut.confirm}
  >
    {formatPlural(signOut.unsent, 'change')} on this device {signOut.unsent === 1 ? 'has' : 'have'} not been accepted
    yet. Signing out removes everything from this device, and unsent changes are lost.
  </ConfirmDialog>
);
