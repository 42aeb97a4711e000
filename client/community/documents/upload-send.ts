import { useEffect, useRef, useState } from 'react';
import { extensionOf } from '../../../schema/uploads.ts';
import { type ApiError, api, messageOf } from '../../device/api.ts';
import { flush } from '../../device/open-store.ts';
import { useOnline } from '../../device/store.ts';
import { UploadError, uploadFile } from '../../files/file-calls.ts';
import type { PdfQuestion } from './pdf-worker.ts';
import type { DocumentDraft } from './upload-form.ts';

/** Why an upload failed: the screen's sentence, and the server's or the network's reason, '' for none. */
type UploadFailure = { message: string; reason: string };

type State =
  | { phase: 'idle'; failure?: UploadFailure; canceled?: boolean }
  /** `progress` of the file, 0 to 1; while the record is `saving` it can no longer be canceled. */
  | { phase: 'sending'; progress: number; saving?: boolean }
  | { phase: 'done' };

const FAILED = 'Failed to upload document';
const OFFLINE: UploadFailure = {
  message: FAILED,
  reason: 'You are offline. Your form is saved. Upload it when you are back online.',
};

/** Uploads a file and stores it as a document, one at a time; `send` gives whether it is stored. */
export const useUpload = () => {
  const [state, setState] = useState<State>({ phase: 'idle' });
  const running = useRef<AbortController>(null);
  const store = useStoreDocument();
  const online = useOnline();
  useEffect(() => () => running.current?.abort(), []);

  const send = async (values: DocumentDraft, file: File) => {
    if (running.current) return false;
    if (!online) {
      setState({ phase: 'idle', failure: OFFLINE });
      return false;
    }
    const run = new AbortController();
    running.current = run;
    setState({ phase: 'sending', progress: 0 });
    const show = (next: State) => running.current === run && setState(next);
    const next = await store(values, file, show, run.signal).catch(failedState);
    show(next);
    if (running.current === run) running.current = null;
    return next.phase === 'done';
  };
  const cancel = () => {
    if (state.phase !== 'sending' || state.saving) return;
    running.current?.abort();
    running.current = null;
    setState({ phase: 'idle', canceled: true });
  };
  return { state, send, cancel, reset: () => setState({ phase: 'idle' }) };
};

const failedState = (error: unknown): State => ({ phase: 'idle', failure: toFailure(error) });

const toFailure = (error: unknown): UploadFailure => {
  // Without a status the storage failed, or the network.
  if (error instanceof UploadError && error.status === undefined)
    return { message: 'Failed to upload file to S3', reason: '' };
  return { message: FAILED, reason: messageOf(error instanceof UploadError ? error.cause : error, '') };
};

/** Uploads the file, while its text is read, then creates the document with both. A file that is already up is not sent
 * again. */
const useStoreDocument = () => {
  const last = useRef<{ file: File; key: string; text: string | undefined } | null>(null);
  return async (
    values: DocumentDraft,
    file: File,
    show: (state: State) => void,
    signal: AbortSignal,
  ): Promise<State> => {
    if (last.current?.file !== file) {
      const onProgress = (progress: number) => show({ phase: 'sending', progress });
      const text = readPdfText(file);
      const { s3Key } = await uploadFile('documents', file, onProgress, signal);
      last.current = { file, key: s3Key, text: await text };
    }
    signal.throwIfAborted();
    show({ phase: 'sending', progress: 1, saving: true });
    const { key, text } = last.current;
    const fileFields = { s3_key: key, file_type: extensionOf(file.name), file_size: file.size, tags: [], text };
    await api('/api/documents', { method: 'POST', body: { ...values, ...fileFields } }).catch((error: ApiError) => {
      // A refused file would be refused again; without an answer it need not go up again.
      if (error.status >= 400 && error.status < 500) last.current = null;
      throw error;
    });
    // The row comes with the next pull.
    void flush(0);
    return { phase: 'done' };
  };
};

/** A scan of hundreds of pages has no text, and a hostile file may have no end. */
const LIMIT_MS = 20_000;

/** The text inside a PDF, read in a thread of its own; undefined for another file, for one without text, and where that
 * takes too long. */
const readPdfText = (file: File): Promise<string | undefined> =>
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
