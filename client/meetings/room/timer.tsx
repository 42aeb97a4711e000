import { clsx } from 'clsx';
import { Bell, BellOff, Pause, Play, RotateCcw } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { local } from '../../ui/local-storage.ts';
import { announce } from '../announcer.tsx';
import { trueMs } from '../clock.ts';
import type { Room } from './context.ts';
import { clockText, useTrueNow, useUsed } from './model.ts';
import { Segments } from './parts.tsx';

/** The timer on the room's display: `left_ms` as it was at `at`, running or held. */
export type ShownTimer = { label: string; left_ms: number; at: number; running: boolean };

type Mode = 'item' | 'speaker';
type Speaker = { left_ms: number; since: number | null };

const SOUND = 'porchlight.meeting-sound';

/** One timer of the item, one of a speaker; both on this device alone. */
export const useTimer = (room: Pick<Room, 'books' | 'session'>) => {
  const { books, session } = room;
  const total_ms = (books.meeting.rules?.speaker_seconds ?? 180) * 1000;
  const item = books.items.find(({ id }) => id === session.item_id);
  const [mode, setMode] = useState<Mode>(item?.kind === 'open_forum' ? 'speaker' : 'item');
  const [speaker, setSpeaker] = useState<Speaker>({ left_ms: total_ms, since: null });
  const { used, at, runs: itemRuns } = useUsed(room);
  const runs = mode === 'speaker' ? speaker.since !== null : itemRuns;
  const now = useTrueNow(250, runs);
  const planned = item?.minutes ?? null;
  const left_ms =
    mode === 'speaker'
      ? speaker.left_ms - (speaker.since === null ? 0 : now - speaker.since)
      : planned === null || !item
        ? null
        : planned * 60_000 - (used.get(item.id) ?? 0) - (itemRuns ? Math.max(0, now - at) : 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another item begins with its own timer
  useEffect(() => setMode(item?.kind === 'open_forum' ? 'speaker' : 'item'), [item?.id]);
  const isOver = left_ms !== null && left_ms <= 0;
  useEnd(isOver && runs, mode);
  // The display counts the seconds of a running timer by itself.
  const second = left_ms === null ? null : Math.ceil(left_ms / 1000);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the display counts on by itself
  const shown = useMemo<ShownTimer | null>(
    () =>
      left_ms === null
        ? null
        : { label: mode === 'speaker' ? 'Speaker' : 'This item', left_ms, at: now, running: runs },
    [second === null, mode, runs, item?.id, speaker],
  );
  return { mode, setMode, speaker, setSpeaker, total_ms, left_ms, isOver, runs, shown };
};

/** Says once that the time has ended. */
const useEnd = (isOver: boolean, mode: Mode) => {
  const before = useRef(isOver);
  useEffect(() => {
    if (isOver && !before.current) {
      announce(mode === 'speaker' ? 'Speaking time is up' : 'Time for this item is up');
      if (local.get(SOUND) === 'on') beep();
    }
    before.current = isOver;
  }, [isOver, mode]);
};

const beep = () => {
  try {
    const audio = new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    volume.gain.value = 0.2;
    tone.frequency.value = 660;
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.6);
    tone.onended = () => void audio.close();
  } catch {
    // Without audio the word and the colour remain.
  }
};

export const Timer = (timer: ReturnType<typeof useTimer>) => {
  const { mode, setMode, left_ms, isOver } = timer;
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <Segments
          label="Timer"
          value={mode}
          onChange={setMode}
          options={[
            { value: 'item', label: 'Item' },
            { value: 'speaker', label: 'Speaker' },
          ]}
        />
        <SoundButton />
      </div>
      <p className={clsx('num mt-2 flex items-baseline gap-2 font-[620] text-2xl', isOver && 'text-red')}>
        <span role="timer" aria-label={mode === 'speaker' ? 'Speaking time left' : 'Time left for this item'}>
          {left_ms === null ? '–' : clockText(left_ms)}
        </span>
        {isOver && <span className="font-semibold text-base">Time is up</span>}
        {left_ms === null && <span className="font-normal text-base text-ink-3">No minutes planned</span>}
      </p>
      {mode === 'speaker' && <SpeakerButtons {...timer} />}
    </Card>
  );
};

const SoundButton = () => {
  const [sound, setSound] = useState(local.get(SOUND) === 'on');
  const toggle = () => {
    local.set(SOUND, sound ? 'off' : 'on');
    setSound(!sound);
  };
  return (
    <IconButton
      icon={sound ? Bell : BellOff}
      label={sound ? 'Sound at the end: on' : 'Sound at the end: off'}
      aria-pressed={sound}
      onClick={toggle}
    />
  );
};

const SpeakerButtons = ({ speaker, setSpeaker, left_ms, total_ms }: ReturnType<typeof useTimer>) => (
  <div className="mt-2 flex flex-wrap gap-2">
    {speaker.since === null ? (
      <Button size="small" icon={Play} onClick={() => setSpeaker({ ...speaker, since: trueMs() })}>
        Start
      </Button>
    ) : (
      <Button size="small" icon={Pause} onClick={() => setSpeaker({ left_ms: left_ms ?? total_ms, since: null })}>
        Pause
      </Button>
    )}
    <Button size="small" icon={RotateCcw} onClick={() => setSpeaker({ left_ms: total_ms, since: trueMs() })}>
      Next Speaker
    </Button>
  </div>
);
