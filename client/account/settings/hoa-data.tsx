import { atom, getDefaultStore, useAtomValue } from 'jotai';
import { ApiError, messageOf } from '../../device/http.ts';
import { useUser } from '../../device/session.ts';
import { useOnline } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatCount, formatPlural } from '../../ui/format.ts';
import { ProgressBar } from '../../ui/progress.tsx';
import { toast } from '../../ui/toast.tsx';
import type { Exported, Progress } from './export-hoa.ts';

export const HoaData = () => (
  <Card title="Your Association’s Data">
    <div className="grid gap-3">
      <p className="text-ink-2">
        Everything your association has in one archive: all records as tables you can open in a spreadsheet, and all
        documents, photos and attachments.
      </p>
      <DownloadEverything />
    </div>
  </Card>
);

type State = { user_id: string; progress: Progress | null; failure: string; stop: AbortController | null };
/** Goes on while other screens are open. */
const stateAtom = atom<State | null>(null);
const jotai = getDefaultStore();

/** The button, and how far the download is, wherever it was started. */
export const DownloadEverything = () => {
  const { id } = useUser();
  const online = useOnline();
  const state = useAtomValue(stateAtom);
  const own = state?.user_id === id ? state : null;
  const busy = Boolean(own?.stop);
  return (
    <div className="grid justify-items-start gap-3">
      <ErrorAlert message={own?.failure || null} onClose={() => jotai.set(stateAtom, null)} />
      <span className="flex flex-wrap items-center gap-3">
        <Button onClick={() => void start(id)} busy={busy} disabled={!online && !busy}>
          {busy ? 'Downloading…' : 'Download Everything'}
        </Button>
        {busy && (
          <Button variant="ghost" onClick={() => own?.stop?.abort()}>
            Cancel Download
          </Button>
        )}
        {!online && !busy && (
          <span role="status" className="text-ink-3">
            This needs a connection.
          </span>
        )}
      </span>
      {own?.progress && <Status {...own.progress} />}
    </div>
  );
};

const Status = ({ what, done, of }: Progress) => (
  <div className="grid w-full gap-1.5">
    <span className="num text-ink-3 text-sm">
      {what === 'records' ? `Records: ${formatCount(done)} of ${formatCount(of)}` : `File ${done} of ${of}`}. Keep this
      page open.
    </span>
    <ProgressBar label="Download of everything" value={done} max={Math.max(of, 1)} />
  </div>
);

const start = async (user_id: string): Promise<void> => {
  if (jotai.get(stateAtom)?.stop) return;
  const stop = new AbortController();
  const set = (state: Partial<State>) =>
    jotai.set(stateAtom, (last) => ({ progress: null, failure: '', stop, ...last, user_id, ...state }));
  set({ failure: '' });
  addEventListener('beforeunload', warn);
  try {
    const { exportHoa } = await import('./export-hoa.ts');
    const work = exportHoa(stop.signal, (progress) => stop.signal.aborted || set({ progress }));
    toast(resultText(await Promise.race([work, aborted(stop.signal)])));
    jotai.set(stateAtom, null);
  } catch (error) {
    if (stop.signal.aborted) jotai.set(stateAtom, null);
    else set({ stop: null, progress: null, failure: messageOf(error, isUnanswered(error) ? INTERRUPTED : FAILED) });
  } finally {
    removeEventListener('beforeunload', warn);
  }
};

const FAILED = 'Failed to download everything';
const INTERRUPTED = 'The download was interrupted. Please check your connection and start it again.';
const isUnanswered = (error: unknown) => error instanceof ApiError && error.status === 0;

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

const resultText = ({ archives, missing }: Exported): string => {
  const what = archives > 1 ? `Downloaded everything in ${archives} archives` : 'Downloaded everything';
  return missing > 0 ? `${what}, without ${formatPlural(missing, 'file')} that could not be loaded` : what;
};

const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
