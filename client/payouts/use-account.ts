import { useCallback, useEffect, useState } from 'react';
import { messageOf } from '../api.ts';
import { useOnline } from '../store.ts';
import { type Account, readAccount } from './account.ts';

const FAILED = 'Failed to load account status';

/** How the payment account stands, read again by `read` and when the connection is back. Nothing of it is kept on the
 * device. */
export const useAccount = () => {
  const [account, setAccount] = useState<Account | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const online = useOnline();
  const read = useCallback(async () => {
    setBusy(true);
    await readAccount().then(
      (now) => {
        setAccount(now);
        setError(null);
      },
      (failure) => setError(messageOf(failure, FAILED)),
    );
    setBusy(false);
  }, []);
  useEffect(() => {
    if (online) void read();
  }, [online, read]);
  return { account, error, busy, online, read };
};
