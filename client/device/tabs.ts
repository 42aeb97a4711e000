import { withLock } from './locks.ts';
import type { SessionUser } from './signed-in-user.ts';

export type TabMessage = { kind: 'in'; token: string; user: SessionUser } | { kind: 'out'; why: 'manual' | 'expired' };

let channel: BroadcastChannel | undefined;

export const onTabMessage = (onMessage: (message: TabMessage) => void): void => {
  channel?.close();
  channel = openChannel();
  if (channel) channel.onmessage = ({ data }) => onMessage(data as TabMessage);
};

/** undefined where site data is blocked. */
const openChannel = (): BroadcastChannel | undefined => {
  try {
    return new BroadcastChannel('porchlight-session');
  } catch {
    return undefined;
  }
};

export const broadcast = (message: TabMessage): void => channel?.postMessage(message);

/** One tab at a time: using a refresh token twice ends the session. */
export const withRefreshLock = <Result>(work: () => Promise<Result>): Promise<Result> =>
  withLock('porchlight-refresh', work);
