import { api } from '../../device/api.ts';
import { canPush, registrationHere, subscriptionHere } from '../../device/subscription.ts';

/** The support of this browser for pushes: 'install' on an iPhone or iPad, where only an installed app may. */
export type PushState = 'unsupported' | 'install' | 'blocked' | 'off' | 'on';

const isApple = () => /\b(iPhone|iPad|iPod)\b/.test(navigator.userAgent) || isIpadAsMac();
/** Since iPadOS 13 an iPad calls itself a Mac, but Macs have no touch screen. */
const isIpadAsMac = () => /\bMacintosh\b/.test(navigator.userAgent) && navigator.maxTouchPoints > 1;
const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

export const readPushState = async (): Promise<PushState> => {
  if (!canPush()) return isApple() && !isInstalled() ? 'install' : 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return (await subscriptionHere()) && Notification.permission === 'granted' ? 'on' : 'off';
};

/** The key that this server signs pushes with; null where it sends none. */
export const readPushKey = async (): Promise<string | null> =>
  (await api<{ key: string | null }>('/api/notifications/push-key')).key;

/** Asks for the permission, which browsers allow only after a click. Throws ApiError, or what the browser throws. */
export const turnPushOn = async (key: string): Promise<PushState> => {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  const { pushManager } = (await registrationHere()) ?? (await navigator.serviceWorker.ready);
  const known = await pushManager.getSubscription();
  if (known && !isOfKey(known, key)) await known.unsubscribe();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytesOf(key) });
  await tellServer(subscription);
  return 'on';
};

export const turnPushOff = async (): Promise<PushState> => {
  const subscription = await subscriptionHere();
  if (subscription) {
    const { endpoint } = subscription;
    await api('/api/notifications/devices', { method: 'DELETE', body: { endpoint } });
    await subscription.unsubscribe();
  }
  return readPushState();
};

/** A subscription may have been renewed by the browser, or made with a key that has been replaced. */
export const refreshPush = async (key: string): Promise<PushState> => {
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
