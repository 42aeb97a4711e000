import { useEffect, useState } from 'react';
import { messageOf } from '../../device/api.ts';
import { useOnline } from '../../device/store.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { type PushState, readPushKey, readPushState, refreshPush, turnPushOff, turnPushOn } from './web-push.ts';

const FAILED = 'Push notifications could not be changed on this device. Please try again.';

/** Turns pushes on and off on this device; nothing where the server sends none. */
export const PushDevice = () => {
  const online = useOnline();
  const { state, key, apply } = usePush(online);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  if (state === null || key === null) return null;
  const change = async (next: Promise<PushState>) => {
    setBusy(true);
    setProblem('');
    await next.then(apply, (error) => setProblem(messageOf(error, FAILED)));
    setBusy(false);
  };
  return (
    <div className="grid justify-items-start gap-2 border-line border-t pt-3">
      <p className="font-medium">Push on this device</p>
      {problem && (
        <Alert tone="error" onClose={() => setProblem('')}>
          {problem}
        </Alert>
      )}
      <p className="text-ink-3 text-sm">{online || !isSwitchable(state) ? WORDS[state] : OFFLINE}</p>
      {state === 'off' && (
        <Button busy={busy} disabled={!online} onClick={() => void change(turnPushOn(key))}>
          Turn On Push
        </Button>
      )}
      {state === 'on' && (
        <Button busy={busy} disabled={!online} onClick={() => void change(turnPushOff())}>
          Turn Off Push
        </Button>
      )}
    </div>
  );
};

const isSwitchable = (state: PushState) => state === 'on' || state === 'off';
const OFFLINE = 'You are offline: turning push on or off needs a connection.';
const WORDS: Record<PushState, string> = {
  unsupported: 'This browser does not support push notifications.',
  install:
    'On an iPhone or iPad, add Porchlight to your Home Screen first (Share, then Add to Home Screen) and open it from there.',
  blocked:
    'Your browser is blocking notifications from Porchlight. Allow them in the browser’s settings for this site, then come back.',
  off: 'Get notified on this device right away, even while Porchlight is closed. Your browser will ask for permission.',
  on: 'This device shows what you chose above, until you sign out here.',
};

const usePush = (online: boolean) => {
  const [state, setState] = useState<PushState | null>(null);
  const [key, setKey] = useState<string | null>(null);
  useEffect(() => {
    void readPushState().then(setState);
  }, []);
  useEffect(() => {
    if (!online) return;
    const load = async () => {
      const current = await readPushKey();
      setKey(current);
      if (current !== null) setState(await refreshPush(current));
    };
    // Without an answer the device stays as it was.
    load().catch(() => undefined);
  }, [online]);
  return { state, key, apply: setState };
};
