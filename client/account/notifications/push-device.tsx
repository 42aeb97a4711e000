import { useEffect, useState } from 'react';
import { api, messageOf } from '../../device/api.ts';
import { useOnline } from '../../device/store.ts';
import { canPush, registrationHere, subscriptionHere } from '../../device/subscription.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';

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
const OFFLINE = 'You are offline. You need a connection to turn push on or off.';
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

/** The support of this browser for pushes: 'install' on an iPhone or iPad, where only an installed app may. */
type PushState = 'unsupported' | 'install' | 'blocked' | 'off' | 'on';

const isApple = () => /\b(iPhone|iPad|iPod)\b/.test(navigator.userAgent) || isIpadAsMac();
/** Since iPadOS 13 an iPad calls itself a Mac, but Macs have no touch screen. */
const isIpadAsMac = () => /\bMacintosh\b/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

const readPushState = async (): Promise<PushState> => {
  if (!canPush()) return isApple() && !isInstalled() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return (await subscriptionHere()) && Notification.permission === 'granted' ? 'on' : 'off';
};

/** The key that this server signs pushes with; null where it sends none. */
const readPushKey = async (): Promise<string | null> =>
  (await api<{ key: string | null }>('/api/notifications/push-key')).key;

/** Asks for the permission, which browsers allow only after a click. Throws ApiError, or what the browser throws. */
const turnPushOn = async (key: string): Promise<PushState> => {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  const { pushManager } = (await registrationHere()) ?? (await navigator.serviceWorker.ready);
  const known = await pushManager.getSubscription();
  if (known && !isOfKey(known, key)) await known.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  await tellServer(subscription);
  return 'on';
};

const turnPushOff = async (): Promise<PushState> => {
  const subscription = await subscriptionHere();
  if (subscription) {
    const { endpoint } = subscription;
    await api('/api/notifications/devices', { method: 'DELETE', body: { endpoint } });
    await subscription.unsubscribe();
  }
  return readPushState();
};

/** A subscription may have been renewed by the browser, or made with a key that has been replaced. */
const refreshPush = async (key: string): Promise<PushState> => {
  const subscription = await subscriptionHere();
  if (!subscription || Notification.permission !== 'granted') return readPushState();
  if (!isOfKey(subscription, key)) {
    await subscription.unsubscribe();
    return 'off';
  }
  await tellServer(subscription);
  return 'on';
};

const tellServer = async (subscription: PushSubscription): Promise<void> => {
  const { endpoint, keys } = subscription.toJSON();
  await api('/api/notifications/devices', { method: 'POST', body: { endpoint, keys } });
};

const bytesOf = (base64url: string) => {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
};

const isOfKey = ({ options }: PushSubscription, key: string): boolean => {
  const used = options.applicationServerKey;
  return used !== null && String(new Uint8Array(used)) === String(bytesOf(key));
};
