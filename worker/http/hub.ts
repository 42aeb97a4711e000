import * as z from 'zod/mini';
import { PLAIN_POKE, type PokePatch } from '../../sync/protocol.ts';
import { type CommitPoke, pokePatchOf } from '../../sync/server/pokes.ts';
import { audiencesOf, rightsOf } from '../../sync/tx.ts';
import type { SocketGrant, SocketSelector } from '../deps.ts';
import { REQUEST_ID } from './request-log.ts';

/** A part of the HOA's log: from after `from` up to `to`. */
export type LogSpan = Pick<PokePatch, 'from' | 'to'>;

/** `unsent` are the parts of the log without anything for this viewer that the socket was not told of; it outlives the
 * hub. */
export type HubSocket = { grant: SocketGrant; unsent: readonly LogSpan[]; send(message: string): void; close(): void };

/** Which of the sign-ins (token families) still hold, with what their user may see (`rightsOf`), and the HOA's newest log
 * position. */
export type Rights = { position: number; rights: ReadonlyMap<string, string> };

type HubOptions = {
  /** The open sockets of the HOA. */
  sockets(): Iterable<HubSocket>;
  readRights(hoa_id: string, families: string[]): Promise<Rights>;
  /** Answers a call that came over a socket as if it had come over HTTP. */
  answer(path: string, body: unknown, grant: SocketGrant): Promise<Response>;
};

const PUSH = '/api/replicache/push';

const socketCall = z.object({
  id: z.number(),
  path: z.enum([PUSH, '/api/replicache/pull']),
  body: z.unknown(),
});

const MAX_MESSAGE = 1024 * 1024;

/** Pushes of one HOA that run at once. With more, those of other HOAs on the machine would wait for each of them at each
 * of their own steps. */
const PUSHES_AT_ONCE = 2;
/** After it the next push begins, though this one has not ended. */
const LONGEST_TURN_MS = 30_000;

/** Passes each commit of an HOA on to its open sockets. Nobody gets rows whose rights have ended: a commit names the
 * users and sign-ins that it knows to have ended, and when a commit was missed, all rights are read again. */
export class Hub {
  readonly #options: HubOptions;
  /** The log position up to which the rights of all sockets are known; undefined after a start. */
  #verified: number | undefined;
  #work: Promise<unknown> = Promise.resolve();
  #pushing = 0;
  readonly #waitingPushes: (() => void)[] = [];

  constructor(options: HubOptions) {
    this.#options = options;
  }

  /** Runs `open`, which adds a socket whose rights were read at `position`. */
  accept<T>(position: number, open: () => T): Promise<T> {
    return this.#enqueue(() => {
      if (this.#verified !== undefined && position < this.#verified) this.#verified = undefined;
      return open();
    });
  }

  /** `except` are the clients that have the patch already. */
  publish(commit: CommitPoke, except: readonly string[]): Promise<void> {
    return this.#enqueue(() => this.#publish(commit, except));
  }

  disconnect({ user_id, family_id, except }: SocketSelector): void {
    for (const { grant, close } of this.#options.sockets()) {
      const isMeant = family_id ? grant.family_id === family_id : grant.viewer.id === user_id;
      if (isMeant && grant.family_id !== except) close();
    }
  }

  async receive(socket: HubSocket, message: string): Promise<void> {
    if (Date.now() >= socket.grant.expires_at) return socket.close();
    if (message === 'ping') return socket.send('pong');
    const call = parseCall(message);
    if (!call) return;
    const answer = () => this.#options.answer(call.path, call.body, socket.grant);
    const response = await (call.path === PUSH ? this.inTurn(answer) : answer());
    const request = response.headers.get(REQUEST_ID);
    socket.send(JSON.stringify({ id: call.id, status: response.status, body: await response.json(), request }));
  }

  /** Runs a push when its turn has come among those of the HOA, in the order in which they arrived. */
  async inTurn<T>(push: () => Promise<T>): Promise<T> {
    if (this.#pushing < PUSHES_AT_ONCE) this.#pushing += 1;
    else await new Promise<void>((begin) => this.#waitingPushes.push(begin));
    let hasTurn = true;
    const endTurn = () => {
      if (!hasTurn) return;
      hasTurn = false;
      const next = this.#waitingPushes.shift();
      if (next) next();
      else this.#pushing -= 1;
    };
    const limit = setTimeout(endTurn, LONGEST_TURN_MS);
    return push().finally(() => {
      clearTimeout(limit);
      endTurn();
    });
  }

  #enqueue<T>(work: () => T | Promise<T>): Promise<T> {
    const run = this.#work.then(work);
    this.#work = run.catch(() => undefined);
    return run;
  }

  async #publish(commit: CommitPoke, except: readonly string[]) {
    const { from, to, ended, revoked } = commit;
    this.#closeUnless(({ viewer, family_id }) => !ended.includes(viewer.id) && !revoked.includes(family_id));
    const verified = this.#verified === undefined || from > this.#verified ? await this.#verify() : this.#verified;
    this.#verified = Math.max(verified, to);
    for (const socket of this.#options.sockets()) {
      const { client } = socket.grant;
      if (client !== undefined && except.includes(client)) sendUnsent(socket, commit);
      else sendCommit(socket, commit);
    }
  }

  async #verify(): Promise<number> {
    const grants = [...this.#options.sockets()].map(({ grant }) => grant);
    const [first] = grants;
    if (!first) return 0;
    const families = [...new Set(grants.map(({ family_id }) => family_id))];
    const { position, rights } = await this.#options.readRights(first.viewer.hoa_id, families);
    this.#closeUnless(({ viewer, family_id }) => rights.get(family_id) === rightsOf(viewer));
    return position;
  }

  #closeUnless(isAllowed: (grant: SocketGrant) => boolean) {
    const now = Date.now();
    for (const { grant, close } of this.#options.sockets()) if (now >= grant.expires_at || !isAllowed(grant)) close();
  }
}

const parseCall = (message: string): z.output<typeof socketCall> | undefined => {
  if (message.length > MAX_MESSAGE) return undefined;
  try {
    return socketCall.safeParse(JSON.parse(message)).data;
  } catch {
    return undefined;
  }
};

/** A commit that does not concern the viewer is not sent, since its time and size would tell how the board works; the
 * next patch that does concern them leads over it. Clients of earlier releases know only the plain poke. */
const sendCommit = (socket: HubSocket, commit: CommitPoke): void => {
  const { viewer, group, takesPatches } = socket.grant;
  const mine = [...audiencesOf(viewer), ...(group ? [group] : [])];
  const patch = takesPatches ? pokePatchOf(commit, viewer, group) : undefined;
  if (!patch && commit.audiences.some((audience) => mine.includes(audience))) {
    // The pull that follows reaches at least this commit.
    socket.unsent = [];
    socket.send(PLAIN_POKE);
    return;
  }
  if (!takesPatches) return;
  const spans = withSpan(socket.unsent, commit);
  if (!patch || isEmpty(patch)) {
    socket.unsent = spans.slice(-MAX_SPANS);
    return;
  }
  const { from, to } = spans.find((span) => span.to >= commit.to) ?? commit;
  socket.unsent = spans.filter((span) => span.to < from || span.from > to);
  socket.send(pokeMessage({ ...patch, from, to }));
};

/** The poke for the sender, whose answer has the patch: it begins where the log was before the commit. */
const sendUnsent = (socket: HubSocket, { instance, from }: CommitPoke): void => {
  for (const span of socket.unsent) if (span.to <= from) socket.send(pokeMessage(emptyPatch({ instance, ...span })));
  socket.unsent = socket.unsent.filter((span) => span.to > from);
};

/** More than one is left only where commits overtook each other or were missed, and then a pull fills the gap. */
const MAX_SPANS = 10;

/** The spans in order, with those joined that meet. */
const withSpan = (spans: readonly LogSpan[], { from, to }: LogSpan): LogSpan[] => {
  const joined: LogSpan[] = [];
  for (const span of [...spans, { from, to }].toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last && span.from <= last.to) joined[joined.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    else joined.push(span);
  }
  return joined;
};

const isEmpty = ({ patch, lastMutationIDChanges }: PokePatch): boolean =>
  patch.length === 0 && Object.keys(lastMutationIDChanges).length === 0;

export const emptyPatch = ({ instance, from, to }: Pick<PokePatch, 'instance' | 'from' | 'to'>): PokePatch => ({
  instance,
  from,
  to,
  lastMutationIDChanges: {},
  patch: [],
});

export const pokeMessage = (poke: PokePatch): string => JSON.stringify({ poke });
