import type { Deps } from '../deps.ts';

export class SubrequestBudget {
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  get left(): number {
    return this.#left;
  }

  use(count = 1): void {
    this.#left -= count;
  }

  /** Counts calls of the database, storage, poke hub and payment service, not those of the mail service. */
  counting(deps: Deps): Deps {
    return {
      ...deps,
      config: { ...deps.config, stripe: { ...deps.config.stripe, onCall: () => this.use() } },
      db: this.#countingCalls(deps.db, ['batch', 'execute']),
      storage: this.#countingCalls(deps.storage, Object.keys(deps.storage)),
      poke: (...args) => {
        this.use();
        return deps.poke(...args);
      },
    };
  }

  #countingCalls<T extends object>(target: T, names: readonly string[]): T {
    return new Proxy(target, {
      get: (_, name) => {
        const member = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          if (names.includes(String(name))) this.use();
          return Reflect.apply(member, target, args);
        };
      },
    });
  }
}
