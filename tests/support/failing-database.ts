import type { Client } from '@libsql/client';
import type { Deps } from '../../worker/deps.ts';

/** The calls of a database, of which those after the first `most` fail. */
export const failingAfter = (deps: Deps, most: number) => {
  let calls = 0;
  const db = new Proxy(deps.db, {
    get: (target, name) => {
      const member = Reflect.get(target, name);
      if (name !== 'batch') return typeof member === 'function' ? member.bind(target) : member;
      return (...args: Parameters<Client['batch']>) => {
        calls += 1;
        if (calls > most) throw new TypeError('The worker has died');
        return target.batch(...args);
      };
    },
  });
  return { deps: { ...deps, db }, calls: () => calls };
};
