import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { paths } from '../paths.ts';
import { useOnline } from '../store.ts';
import { Alert } from '../ui/alert.tsx';

const REDIRECT_MS = 2000;

/** Says that the due is made, and leads to the list. */
export const Created = () => {
  const [, navigate] = useLocation();
  const online = useOnline();
  useEffect(() => {
    const timer = setTimeout(() => navigate(paths.dues()), REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Alert
      tone="success"
      actions={
        <Link href={paths.dues()} className="font-semibold underline">
          Go now
        </Link>
      }
    >
      Due created successfully!
      {!online && <p>You are offline: it is sent when you are back online.</p>}
    </Alert>
  );
};
