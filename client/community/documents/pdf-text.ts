import type { PdfQuestion } from './pdf-worker.ts';

/** A scan of hundreds of pages has no text, and a hostile file may have no end. */
const LIMIT_MS = 20_000;

/** The text inside a PDF, read in a thread of its own; undefined for another file, for one without text, and where that
 * takes too long. */
export const readPdfText = (file: File): Promise<string | undefined> =>
  isPdf(file) ? read(file).catch(() => undefined) : Promise.resolve(undefined);

const isPdf = ({ name }: File) => name.toLowerCase().endsWith('.pdf');

const read = async (file: File): Promise<string | undefined> => {
  const bytes = await file.arrayBuffer();
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), { type: 'module' });
  try {
    return (await answerOf(worker, bytes)) || undefined;
  } finally {
    worker.terminate();
  }
};

const answerOf = (worker: Worker, bytes: ArrayBuffer): Promise<string> =>
  new Promise((resolve, reject) => {
    setTimeout(reject, LIMIT_MS);
    worker.addEventListener('error', reject);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<string>) => {
      port1.close();
      resolve(data);
    };
    const question: PdfQuestion = { bytes, answer: port2 };
    worker.postMessage(question, [bytes, port2]);
  });
