import { withLock } from '../locks.ts';
import type { SessionUser } from './identity.ts';

/** What one tab tells the others of its browser. */
export type TabMessage = { kind: 'in'; token: string; user: SessionUser } | { kind: 'out'; why: 'manual' | 'expired' };

let channel: BroadcastChannel | undefined;

/** Listens to the other tabs. */
export const onTabMessage = (onMessage: (message: TabMessage) => void): void => {
  channel?.close();
  channel = openChannel();
  if (channel) channel.onmessage = ({ data }) => onMessage(data as TabMessage);
};

/** None where site data is blocked. */
const openChannel = (): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel('porchlight-session');
  } catch {
    return undefined;
  }
};

/** Tells the other tabs. */
export const broadcast = (message: TabMessage): void => channel?.postMessage(message);

/** Runs work on the refresh cookie while no other tab touches it: a token spent twice would end the session. */
export const withRefreshLock = <Result>(work: () => Promise<Result>): Promise<Result> =>
  withLock('porchlight-refresh', work);
