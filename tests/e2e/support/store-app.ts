import type { FilesState } from '../../../client/service-worker/stored-files.ts';

/** Runs in the page: has its service worker store the app for every role. */
export const storeWholeApp = async () => {
  const stored = (role: string) =>
    new Promise<FilesState>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => (data.stored === data.total || data.failure) && resolve(data);
      navigator.serviceWorker.controller?.postMessage({ role }, [port2]);
    });
  const states = await Promise.all(['resident', 'board', 'superadmin'].map(stored));
  return { failure: states.find(({ failure }) => failure)?.failure };
};
