import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { MeetingBooks, UnitPresence } from '../../../sync/meetings/books.ts';
import { NOT_ON_ROLL } from '../../../sync/meetings/roll.ts';
import { useUser } from '../../device/session.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { announce } from '../announcer.tsx';
import { useClock } from '../clock.ts';
import { ownerNames } from '../people.ts';
import { targetOf } from './check-in.ts';
import { readCode } from './code.ts';
import { openReader } from './read-codes.ts';
import { hereSince, type Ticks } from './ticks.ts';

type Props = { books: MeetingBooks; ticks: Ticks; open: boolean; onClose: () => void };

/** Finds units by the codes that people show; who shows one is for the desk to see. */
const ScanDialog = ({ open, onClose, ...props }: Props) => (
  <Dialog
    open={open}
    onClose={onClose}
    title="Scan a Check-In Code"
    subtitle="The code identifies the unit. Check who is showing it."
  >
    {open && <Scanning {...props} />}
  </Dialog>
);

export default ScanDialog;

const Scanning = ({ books, ticks }: Pick<Props, 'books' | 'ticks'>) => {
  const { hoa_id } = useUser();
  const { units } = books.presence;
  const [found, setFound] = useState<string | null>(null);
  const [wrong, setWrong] = useState<string | null>(null);
  const of = units.get(found ?? '');
  const onCode = (text: string) => {
    const read = readCode(text, { hoa_id: hoa_id ?? '', meeting_id: books.meeting.id });
    const error = 'error' in read ? read.error : units.has(read.roll_id) ? null : NOT_ON_ROLL;
    setWrong(error);
    if (!error && 'roll_id' in read) setFound(read.roll_id);
    else if (error) announce(error);
  };
  const next = () => {
    setFound(null);
    setWrong(null);
  };
  return (
    <div className="grid gap-3">
      {wrong && <Alert tone="error">{wrong}</Alert>}
      {of ? (
        <Found
          of={of}
          onCheckIn={() => {
            next();
            void ticks.arrive([targetOf({ unit: of.unit, person: null, proxy_id: null, isResident: false })]);
          }}
          onNext={next}
        />
      ) : (
        <Camera onCode={onCode} />
      )}
      <p className="min-h-5 text-ink-2">{ticks.last?.words}</p>
    </div>
  );
};

const Found = ({ of, onCheckIn, onNext }: { of: UnitPresence; onCheckIn: () => void; onNext: () => void }) => {
  const clock = useClock();
  const { unit, way } = of;
  return (
    <section aria-label="Unit found" className="rounded-lg border border-line bg-sunk px-4 py-3.5">
      <p className="font-semibold text-xl">{unit.label}</p>
      <p className="text-ink-2">{ownerNames(unit.owners)}</p>
      {way && <p className="pt-1 text-ink-2">{hereSince(of, clock)}</p>}
      <div className="flex flex-wrap gap-2 pt-3">
        {!way && (
          <Button autoFocus variant="primary" size="large" onClick={onCheckIn}>
            Check In
          </Button>
        )}
        <Button size="large" onClick={onNext}>
          Scan Another
        </Button>
      </div>
    </section>
  );
};

const LOOK_EVERY_MS = 150;

const Camera = ({ onCode }: { onCode: (text: string) => void }) => {
  const video = useRef<HTMLVideoElement>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const read = useEffectEvent(onCode);
  useEffect(() => {
    const camera = openCamera(video, (text) => read(text));
    camera.ended.catch((error: unknown) => setFailure(sentenceOf(error)));
    return camera.close;
  }, []);
  if (failure) return <Alert tone="error">{failure}</Alert>;
  return (
    <video
      ref={video}
      muted
      playsInline
      aria-label="Camera view"
      className="aspect-4/3 w-full rounded-lg bg-sunk object-cover"
    />
  );
};

/** Looks for codes until it is closed. `ended` rejects where there is no camera or no reader. */
const openCamera = (video: { current: HTMLVideoElement | null }, onCode: (text: string) => void) => {
  const closing = new AbortController();
  const run = async () => {
    const [stream, reader] = await Promise.all([
      navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } }),
      openReader().catch((error: unknown) => Promise.reject(new ReaderMissing(String(error)))),
    ]);
    const stop = () => {
      for (const track of stream.getTracks()) track.stop();
      reader.close();
    };
    if (closing.signal.aborted || !video.current) return stop();
    closing.signal.addEventListener('abort', stop);
    video.current.srcObject = stream;
    await video.current.play();
    let last = '';
    while (!closing.signal.aborted && video.current) {
      const text = await reader.read(video.current);
      if (text && text !== last) onCode(text);
      last = text ?? '';
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  };
  const ended = run().catch((error: unknown) => {
    if (!closing.signal.aborted) throw error;
  });
  return { ended, close: () => closing.abort() };
};

class ReaderMissing extends Error {}

const sentenceOf = (error: unknown): string => {
  if (error instanceof ReaderMissing)
    return 'The code reader is not stored on this device. Connect to the internet once, or search by name.';
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError')
    return 'Porchlight can’t use the camera. Allow it in your browser’s settings, or search by name.';
  return 'No camera was found. Search by name instead.';
};
