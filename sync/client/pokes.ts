import {
  completeOrder,
  instanceOf,
  isComplete,
  type PokePatch,
  type PullAnswer,
  type PullCookie,
} from '../protocol.ts';

type PokeQueueOptions = {
  /** Applies what `next` makes of the present cookie while no pull is under way. */
  apply(next: (cookie: PullCookie | null) => PullAnswer | undefined): Promise<void>;
  pull(): void;
};

/** Pokes of two commits may overtake each other, so a gap is pulled only after this time. */
const GAP_MS = 50;

/** Applies pokes in the order of the log. One that comes twice is dropped; where one is missing, a pull brings the
 * rest. */
export class PokeQueue {
  readonly #options: PokeQueueOptions;
  #waiting: PokePatch[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: PokeQueueOptions) {
    this.#options = options;
  }

  /** Resolves when those that fit the present state are applied. */
  async receive(pokes: readonly PokePatch[]): Promise<void> {
    this.#waiting.push(...pokes);
    await this.drain();
  }

  /** To be called after each pull. */
  async drain(): Promise<void> {
    if (this.#waiting.length > 0) await this.#options.apply((cookie) => this.#next(cookie));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  #next(cookie: PullCookie | null): PullAnswer | undefined {
    if (!isComplete(cookie)) return undefined;
    const { fitting, left } = split(this.#waiting, cookie);
    this.#pullGap(left);
    const patch = fitting.flatMap((poke) => poke.patch);
    const lastMutationIDChanges = Object.assign({}, ...fitting.map((poke) => poke.lastMutationIDChanges));
    const to = fitting.at(-1)?.to;
    const proof = fitting.findLast((poke) => poke.proof !== undefined)?.proof;
    if (to === undefined || patch.length + Object.keys(lastMutationIDChanges).length === 0) {
      // Nothing to apply: what only moves the position waits for what comes next.
      this.#waiting = [...bridgeOf(fitting), ...left];
      return undefined;
    }
    this.#waiting = left;
    return {
      cookie: { ...cookie, order: completeOrder(cookie, to), seq: to, acks: to, ...(proof && { proof }) },
      lastMutationIDChanges,
      patch,
    };
  }

  #pullGap(left: readonly PokePatch[]) {
    clearTimeout(this.#timer);
    const [first] = left;
    if (!first) return;
    // The position at the opening of a socket: nothing can come that would fill the gap.
    this.#timer = setTimeout(() => this.#options.pull(), first.from === first.to ? 0 : GAP_MS);
  }
}

const split = (pokes: readonly PokePatch[], cookie: PullCookie): { fitting: PokePatch[]; left: PokePatch[] } => {
  const fitting: PokePatch[] = [];
  const left: PokePatch[] = [];
  let reached = cookie.seq;
  for (const poke of pokes.toSorted((a, b) => a.from - b.from)) {
    const isSame = poke.instance === instanceOf(cookie);
    if (isSame && poke.to <= reached) continue;
    if (isSame && poke.from <= reached) {
      fitting.push(poke);
      reached = poke.to;
    } else left.push(poke);
  }
  return { fitting, left };
};

const bridgeOf = (pokes: readonly PokePatch[]): PokePatch[] => {
  const [first, last] = [pokes.at(0), pokes.at(-1)];
  return first && last ? [{ ...first, to: last.to }] : [];
};
