import { useState } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../paths.ts';
import { signOut } from '../session.ts';
import { flush } from '../store.ts';

const PATIENCE_MS = 3000;

/** Signing out by hand: unsent changes get one more chance, and where some remain the user is asked first. */
export const useSignOut = () => {
  const [unsent, setUnsent] = useState(0);
  const [asking, setAsking] = useState(false);
  const [, navigate] = useLocation();
  const leave = async () => {
    await signOut({ force: true });
    navigate(paths.login());
  };
  const start = async () => {
    const left = await flush(PATIENCE_MS);
    if (left === 0) return leave();
    setUnsent(left);
    setAsking(true);
  };
  return { start, leave, unsent, asking, cancel: () => setAsking(false) };
};
