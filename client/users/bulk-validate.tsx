import { useOnline } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { formatPlural } from '../ui/format.ts';
import { ProgressBar } from '../ui/progress.tsx';
import { FAILED, firstErrors } from './bulk-answer.ts';
import type { Creation } from './bulk-create.ts';
import { Preview } from './bulk-preview.tsx';
import type { Reading } from './bulk-reading.ts';

/** The second step: what was read, what is wrong with it, and how creating it goes. */
export const Validate = ({ reading, creation }: { reading: Reading; creation: Creation }) => {
  const online = useOnline();
  if (reading.state.phase !== 'read') return null;
  const { name, content } = reading.state;
  const { state } = creation;
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        <b className="font-semibold">{name}</b>{' '}
        <span className="num text-ink-2">
          {formatPlural(content.rows.length, 'row')}
          {content.errors.length > 0 && `, ${formatPlural(content.errors.length, 'error')}`}
        </span>
      </p>
      {content.errors.length > 0 ? (
        <Errors title="Correct these in the file, and choose it again." errors={content.errors} />
      ) : (
        state.phase === 'idle' &&
        state.errors && <Errors title={FAILED} errors={state.errors} onClose={creation.reset} />
      )}
      {state.phase === 'creating' && (
        <div className="grid gap-1.5" role="status">
          <p className="text-ink-2 text-sm">Creating {formatPlural(content.rows.length, 'user')}…</p>
          <ProgressBar label="Creating the users" value={0} />
        </div>
      )}
      {!online && content.errors.length === 0 && (
        <Alert tone="info">
          You are offline. Creating users needs a connection; what was read stays here meanwhile.
        </Alert>
      )}
      <Preview {...content} />
    </>
  );
};

/** One sentence stands alone; several make a list. */
const Errors = ({ title, errors, onClose }: { title: string; errors: string[]; onClose?: () => void }) => {
  const [only] = errors;
  if (errors.length === 1 && only?.startsWith('Row ') !== true)
    return (
      <Alert tone="error" onClose={onClose}>
        {only}
      </Alert>
    );
  return (
    <Alert tone="error" title={title} onClose={onClose}>
      <ul className="mt-1 grid gap-0.5">
        {firstErrors(errors).map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
    </Alert>
  );
};
