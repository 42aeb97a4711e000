import { useState } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../paths.ts';
import { signOut } from '../session.ts';

/** Signing out by hand: unsent changes get one more chance, and where some remain the user is asked first. */
export const useSignOut = () => {
  const [unsent, setUnsent] = useState(0);
  const [asking, setAsking] = useState(false);
  const [, navigate] = useLocation();
  const leave = async (force: boolean) => {
    const { waiting } = await signOut({ force });
    if (waiting === 0) return navigate(paths.login());
    setUnsent(waiting);
    setAsking(true);
  };
  return { start: () => leave(false), leave: () => leave(true), unsent, asking, cancel: () => setAsking(false) };
};
