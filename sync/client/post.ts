import type { HTTPRequestInfo } from 'replicache';
import { waitingAsAsked } from './retry-after.ts';

type Path = '/api/replicache/push' | '/api/replicache/pull';

export type Post = (path: Path, body: unknown) => Promise<{ status: number; body: unknown }>;

const OUTDATED = 426;

/** Reports what each call says about the server, and calls it no more while it says to wait. */
export const reporting = (post: Post, onReachable: (reached: boolean) => void, onOutdated: () => void): Post =>
  waitingAsAsked<Path>(async (path, body) => {
    const result = await post(path, body).catch((error) => {
      onReachable(false);
      throw error;
    });
    onReachable(true);
    if (result.status === OUTDATED) onOutdated();
    return result;
  });

export const statusOf = (httpStatusCode: number, errorMessage = ''): { httpRequestInfo: HTTPRequestInfo } => ({
  httpRequestInfo: { httpStatusCode, errorMessage },
});
