import { useState } from 'react';
import { useOnline } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { useSubmit } from '../../forms/submit.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatPlural } from '../../ui/format.ts';
import { toast } from '../../ui/toast.tsx';

export const YourData = () => {
  const online = useOnline();
  const [progress, setProgress] = useState('');
  const { submit, busy, failure, dismiss } = useSubmit('Failed to export your data', { repeat: true });
  const download = () =>
    submit(async () => {
      const { exportMyData } = await import('./export-data.ts');
      const missing = await exportMyData((done, of) => setProgress(of > 0 ? `File ${done} of ${of}` : '')).finally(() =>
        setProgress(''),
      );
      toast(missing > 0 ? `Exported without ${formatPlural(missing, 'file')} that could not be loaded` : 'Exported');
    });
  return (
    <Card title="Your data">
      <div className="grid justify-items-start gap-3">
        <ErrorAlert message={failure} onClose={dismiss} />
        <p className="text-ink-2">
          Everything we keep about you in one archive: your records, messages, invoices and payments, sign-ins, and the
          files you have uploaded.
        </p>
        <span className="flex flex-wrap items-center gap-3">
          <Button onClick={() => void download()} busy={busy} disabled={!online}>
            Download My Data
          </Button>
          {(progress || !online) && (
            <span role="status" className="num text-ink-3">
              {online ? progress : 'This needs a connection.'}
            </span>
          )}
        </span>
      </div>
    </Card>
  );
};
