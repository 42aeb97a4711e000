import { clsx } from 'clsx';
import { useAtomValue } from 'jotai';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Meeting } from '../../../schema/tables/meetings.ts';
import { api } from '../../device/api.ts';
import { clockOffset } from '../../device/clock.ts';
import { messageOf } from '../../device/http.ts';
import { lastSyncOf } from '../../device/open-store.ts';
import { useUser } from '../../device/session.ts';
import { save, storeAtom, useOnline, useSync } from '../../device/store.ts';
import { ErrorAlert } from '../../forms/failure.tsx';
import { paths } from '../../paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { isBoardMeeting } from '../model.ts';
import { useHoaTime } from '../time.ts';
import { storeCode } from './offline-code.ts';
import { clockWords, isPrinted, keepStorage, notePrinted, type Stored, useStoredHere } from './readiness.ts';

/** `fix` makes a line ready; without it the line says what to do. */
type Line = { key: string; ready: boolean; words: ReactNode; fix?: { label: string; run: () => Promise<unknown> } };

const FAILED = 'This needs a connection.';

/** The needs of a device before the meeting runs on it without a connection: each line is a tick or a button that fixes it. */
export const GetReady = ({ meeting }: { meeting: Meeting }) => {
  const lines = useLines(meeting);
  const { fix, busy, problem, dismiss } = useFix();
  const [printed, setPrinted] = useState(() => isPrinted(meeting.id));
  if (!lines) return null;
  const open = lines.filter(({ ready }) => !ready);
  const count = lines.length - open.length + Number(printed);
  const isReady = count > lines.length;
  const fixable = open.filter((line) => line.fix);
  return (
    <Card
      title="Get Ready for the Room"
      actions={<span className="num text-ink-3">{isReady ? 'Ready' : `${count} of ${lines.length + 1}`}</span>}
    >
      <ul className="grid gap-2.5">
        {lines.map((line) => (
          <Row key={line.key} ready={line.ready} words={line.words}>
            {!line.ready && line.fix && (
              <Button size="small" disabled={busy} onClick={() => void fix([line])}>
                {line.fix.label}
              </Button>
            )}
          </Row>
        ))}
        <PrintLine meeting={meeting} printed={printed} onPrinted={() => setPrinted(true)} />
      </ul>
      {fixable.length > 1 && (
        <Button className="mt-3" variant="primary" disabled={busy} onClick={() => void fix(fixable)}>
          {busy ? 'Getting Ready…' : 'Get Ready'}
        </Button>
      )}
      <div className="mt-3 empty:mt-0">
        <ErrorAlert message={problem} onClose={dismiss} />
      </div>
    </Card>
  );
};
export default GetReady;

const useFix = () => {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const fix = async (open: readonly Line[]) => {
    setBusy(true);
    setProblem('');
    for (const line of open) await line.fix?.run().catch((error: unknown) => setProblem(messageOf(error, FAILED)));
    setBusy(false);
  };
  return { fix, busy, problem, dismiss: () => setProblem('') };
};

const useLines = (meeting: Meeting): Line[] | undefined => {
  const online = useOnline();
  const { phase } = useSync();
  const { stored, check } = useStoredHere();
  const synced = useLastSync();
  const sync = useSyncNow();
  const roll = useRollLine(meeting);
  const clock = useClockLine();
  if (!stored) return;
  const isFresh = online && phase === 'ready';
  return [
    {
      key: 'first',
      ready: phase === 'ready',
      words: phase === 'ready' ? 'Everything is on this device.' : 'This device’s first sync is not complete.',
      fix: { label: 'Sync', run: sync },
    },
    { key: 'last', ready: isFresh, words: `Last synced ${synced}.`, fix: { label: 'Sync Now', run: sync } },
    roll,
    ...(isBoardMeeting(meeting) ? [] : [{ key: 'proxies', ready: isFresh, words: `Proxies as of ${synced}.` }]),
    ...storedLines(stored, check),
    clock,
  ];
};

const useLastSync = (): string => {
  const time = useHoaTime();
  const last = lastSyncOf(useUser().id);
  return last ? time.short(last) : 'never';
};

const useSyncNow = () => {
  const store = useAtomValue(storeAtom);
  return async () => {
    store?.syncNow();
    await api('/api/live');
  };
};

const useRollLine = ({ id, roll_frozen_at }: Meeting): Line => {
  const time = useHoaTime();
  return {
    key: 'roll',
    ready: roll_frozen_at !== null,
    words: roll_frozen_at ? `Roll frozen ${time.short(roll_frozen_at)}.` : 'The roll is not frozen.',
    fix: { label: 'Freeze the Roll', run: () => save('freezeRoll', { meeting_id: id }) },
  };
};

const useClockLine = (): Line => {
  const [, setMeasured] = useState(0);
  const offset = clockOffset();
  return {
    key: 'clock',
    ready: offset !== null,
    words: offset ? clockWords(offset.ms) : 'This device’s clock has not been checked yet.',
    fix: { label: 'Check', run: () => api('/api/live').then(() => setMeasured(Date.now())) },
  };
};

const storedLines = ({ code, persistent }: Stored, check: () => Promise<void>): Line[] => [
  {
    key: 'code',
    ready: code,
    words: code
      ? 'The editor, code reader and print sheets are stored on this device.'
      : 'The editor, code reader and print sheets are not stored yet.',
    fix: { label: 'Store', run: () => storeCode().then(check) },
  },
  {
    key: 'storage',
    ready: persistent,
    words: persistent
      ? 'Your browser will keep what is stored here.'
      : 'Your browser may delete what is stored here when space runs low. Installing the app helps.',
    fix: { label: 'Keep', run: () => keepStorage().then(check) },
  },
];

const Row = ({ ready, words, children }: { ready: boolean; words: ReactNode; children: ReactNode }) => {
  const Icon = ready ? CircleCheck : CircleAlert;
  return (
    <li className="flex flex-wrap items-start gap-x-2.5 gap-y-1.5">
      <Icon aria-hidden className={clsx('mt-0.5 size-4 shrink-0', ready ? 'text-good' : 'text-amber')} />
      <span className="num min-w-40 flex-1">
        <span className="sr-only">{ready ? 'Ready: ' : 'Not ready: '}</span>
        {words}
      </span>
      {children}
    </li>
  );
};

/** Paper is for the hour in which every battery is flat. */
const PrintLine = ({ meeting, printed, onPrinted }: { meeting: Meeting; printed: boolean; onPrinted: () => void }) => {
  const sheet = isBoardMeeting(meeting) ? 'roll-call' : 'sign-in';
  const done = () => {
    notePrinted(meeting.id);
    onPrinted();
  };
  return (
    <Row ready={printed} words={printed ? 'Printed sheets are ready as a backup.' : 'Print the sheets as a backup.'}>
      <LinkButton size="small" href={paths.meetingPrint(meeting.id, sheet)} onClick={done}>
        Print Sheets
      </LinkButton>
    </Row>
  );
};
