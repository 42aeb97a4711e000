import type { MutatorDefs } from 'replicache';
import type { PokePatch } from '../protocol.ts';
import type { RecoveringReplicache } from './client-groups.ts';
import type { Outbox } from './outbox.ts';
import { PokeQueue } from './pokes.ts';
import { type Post, reporting } from './post.ts';
import { pagePuller } from './puller.ts';
import { backlogPusher } from './pusher.ts';
import type { SyncStatus } from './sync-state.ts';

export type Transport = ReturnType<typeof openTransport>;

type TransportOptions = {
  post: Post;
  replicache: RecoveringReplicache<MutatorDefs>;
  outbox: Outbox;
  status: SyncStatus;
  detach(work: Promise<unknown>): void;
};

/** Pushes, pulls and pokes between this device and the server. */
export const openTransport = ({ post, replicache, outbox, status, detach }: TransportOptions) => {
  const pullNow = () => detach(replicache.pull({ now: true }));
  const pushNow = () => detach(replicache.push({ now: true }));
  const onOutdated = () => status.set({ outdated: true });
  const pokes = new PokeQueue({ apply: (next) => replicache.pokeNext(next), pull: pullNow });
  const receivePokes = (received: readonly PokePatch[]) => detach(pokes.receive(received));
  replicache.onPullEnded = () => detach(pokes.drain());
  replicache.onRecovered = () => detach(outbox.refreshEarlier().then((hasChanged) => hasChanged && pullNow()));
  replicache.onUpdateNeeded = onOutdated;

  const send = reporting(post, (online) => status.set({ online }), onOutdated);
  const { push, forgetAccepted } = backlogPusher({
    send,
    replicache,
    onPokes: receivePokes,
    onWaiting: (waitingFor) => status.set({ waitingFor }),
    onPushed: pullNow,
  });
  const pull = pagePuller({
    send,
    replicache,
    outbox,
    onPulled: (ok, message = null) => status.setProgress({ failed: !ok, message }),
    onMore: pullNow,
    onRestored: () => {
      forgetAccepted();
      pushNow();
    },
  });
  const syncNow = () => {
    pushNow();
    pullNow();
    if (outbox.hasEarlier) detach(replicache.recoverMutations());
  };
  return { push, pull, syncNow, receivePokes, stop: () => pokes.stop() };
};
