import { hasOwnReader, readerBytes } from './scan-files.ts';

type CodeReader = { read: (video: HTMLVideoElement) => Promise<string | null>; close: () => void };

/** The browser's own reader, or one that runs in a worker. Throws if that one is not stored here and there is no connection. */
export const openReader = async (): Promise<CodeReader> => (await ownReader()) ?? workerReader();

type Detector = { detect: (image: HTMLVideoElement) => Promise<{ rawValue: string }[]> };
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats: () => Promise<string[]> };

const ownReader = async (): Promise<CodeReader | undefined> => {
  if (!hasOwnReader()) return undefined;
  const { BarcodeDetector } = globalThis as unknown as { BarcodeDetector: DetectorClass };
  const formats = await BarcodeDetector.getSupportedFormats().catch((): string[] => []);
  if (!formats.includes('qr_code')) return undefined;
  const detector = new BarcodeDetector({ formats: ['qr_code'] });
  return { read: async (video) => (await detector.detect(video))[0]?.rawValue ?? null, close: () => undefined };
};

const workerReader = async (): Promise<CodeReader> => {
  const bytes = await readerBytes();
  const worker = new Worker(new URL('./scan-worker.ts', import.meta.url), { type: 'module' });
  const ask = (message: ArrayBuffer | ImageData, transfer: Transferable[]) =>
    new Promise<string | null>((resolve, reject) => {
      worker.onmessage = ({ data }) => resolve(data as string | null);
      worker.onerror = ({ message: reason }) => reject(new Error(reason));
      worker.postMessage(message, transfer);
    });
  await ask(bytes, [bytes]);
  const canvas = new OffscreenCanvas(1, 1);
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  return {
    read: (video) => {
      const { videoWidth: width, videoHeight: height } = video;
      if (width === 0 || height === 0) return Promise.resolve(null);
      Object.assign(canvas, { width, height });
      context.drawImage(video, 0, 0);
      const image = context.getImageData(0, 0, width, height);
      return ask(image, [image.data.buffer]);
    },
    close: () => worker.terminate(),
  };
};
