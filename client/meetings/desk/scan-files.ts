import readerUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

/** The code reader for browsers without one is a megabyte: it is stored when a device is made ready for a meeting, or when it
 * first scans. */
const CACHE = 'porchlight-code-reader';

/** Firefox, Safari and Chromium on Linux and Windows have none. */
export const hasOwnReader = (): boolean => 'BarcodeDetector' in globalThis;

/** True if this device can read codes without a connection. */
export const canScanOffline = async (): Promise<boolean> => {
  if (hasOwnReader()) return true;
  const stored = await globalThis.caches?.match(readerUrl, { cacheName: CACHE });
  return stored !== undefined;
};

/** Stores the code reader on this device. Throws without a connection. */
export const storeReader = async (): Promise<void> => void (await readerBytes());

/** From this device, or from the server and then kept. */
export const readerBytes = async (): Promise<ArrayBuffer> => {
  const kept = await globalThis.caches?.match(readerUrl, { cacheName: CACHE });
  if (kept) return kept.arrayBuffer();
  const answer = await fetch(readerUrl);
  if (!answer.ok) throw new Error(`The code reader answered ${answer.status}`);
  const copy = answer.clone();
  await globalThis.caches
    ?.open(CACHE)
    .then((cache) => cache.put(readerUrl, copy))
    .catch(() => undefined);
  return answer.arrayBuffer();
};
