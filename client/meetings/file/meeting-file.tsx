import { type ChangeEvent, useRef, useState } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { messageOf } from '../../device/http.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { addFile, handOver } from './hand-over.ts';

type Said = { tone: 'success' | 'error'; words: string };

const OUTCOMES = {
  shared: 'This device’s record was handed over.',
  saved: 'This device’s record was saved as a file. Send it to the other device by email or on a USB drive.',
  left: '',
} as const;

/** Takes the record of this device to another one, without a connection between them, and adds that of another. */
export const MeetingFilePanel = ({ meeting }: { meeting: Pick<Meeting, 'id'> }) => {
  const { run, busy, said, dismiss } = useWork();
  return (
    <Card title="This Device’s Record">
      <p className="mb-3 text-ink-2">
        Works without a connection. The file has everything recorded here, sent or not: check-ins, motions, votes and
        minutes.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button disabled={busy} onClick={() => void run(async () => OUTCOMES[await handOver(meeting.id)])}>
          Hand Over This Device’s Record
        </Button>
        <FileButton disabled={busy} onFile={(file) => run(() => addFile(meeting.id, file))} />
      </div>
      <div className="mt-3 empty:mt-0">
        {said && (
          <Alert tone={said.tone} onClose={dismiss}>
            {said.words}
          </Alert>
        )}
      </div>
    </Card>
  );
};
export default MeetingFilePanel;

const FileButton = ({ disabled, onFile }: { disabled: boolean; onFile: (file: File) => Promise<void> }) => {
  const input = useRef<HTMLInputElement>(null);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) await onFile(file);
    target.value = '';
  };
  return (
    <>
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        Add a Meeting File
      </Button>
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label="Meeting file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => void choose(event)}
      />
    </>
  );
};

/** Work whose outcome is said in words, unless these are empty. */
const useWork = () => {
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<Said>();
  const run = async (work: () => Promise<string>) => {
    setBusy(true);
    setSaid(undefined);
    try {
      const words = await work();
      if (words) setSaid({ tone: 'success', words });
    } catch (error) {
      setSaid({ tone: 'error', words: messageOf(error, 'The file could not be saved or added. Please try again.') });
    }
    setBusy(false);
  };
  return { run, busy, said, dismiss: () => setSaid(undefined) };
};
