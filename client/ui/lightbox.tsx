import { DialogPanel, Dialog as HeadlessDialog } from '@headlessui/react';
import { ChevronLeft, ChevronRight, X, ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { IconButton } from './button.tsx';

type Picture = { name: string; url: string };

const MOST = 5;
const STEP = 1.5;
const SWIPE_PX = 50;

type View = { scale: number; x: number; y: number };
const WHOLE: View = { scale: 1, x: 0, y: 0 };

type Props = { pictures: readonly Picture[]; first: number; onClose: () => void };

/** Pictures over the whole screen: arrows and swipes lead to the next, + and -, a double click, the wheel and two fingers
 * zoom, Escape closes. */
const Lightbox = ({ pictures, first, onClose }: Props) => {
  const { picture, index, view, setView, go, zoom, pressed } = useShown(pictures, first);
  const pointers = usePointers(view, setView, go);
  if (!picture) return null;
  return (
    <HeadlessDialog open onClose={onClose} className="fixed inset-0 z-50" aria-label="Photos" onKeyDown={pressed}>
      <DialogPanel className="dark fixed inset-0 flex flex-col bg-[#0c0c0b] text-ink scheme-dark">
        <div className="flex items-center gap-1 px-3 py-2 pt-[max(0.5rem,env(safe-area-inset-top))]">
          <p aria-live="polite" className="num min-w-0 flex-1 truncate">
            {picture.name}
            {pictures.length > 1 && <span className="text-ink-3"> · {`${index + 1} of ${pictures.length}`}</span>}
          </p>
          <IconButton icon={ZoomOut} label="Zoom out" disabled={view.scale === 1} onClick={() => zoom(1 / STEP)} />
          <IconButton icon={ZoomIn} label="Zoom in" disabled={view.scale === MOST} onClick={() => zoom(STEP)} />
          <IconButton icon={X} label="Close" onClick={onClose} autoFocus />
        </div>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys and buttons do the same */}
        <div
          {...pointers}
          onWheel={(event) => zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, pointOf(event))}
          onDoubleClick={(event) => (view.scale > 1 ? setView(WHOLE) : zoom(2, pointOf(event)))}
          className="relative min-h-0 flex-1 touch-none select-none overflow-hidden"
        >
          <img
            src={picture.url}
            alt={picture.name}
            draggable={false}
            className="absolute inset-0 size-full object-contain"
            style={{ transform: `translate(${view.x}px, ${view.y}px) scale(${view.scale})` }}
          />
        </div>
        {pictures.length > 1 && <Arrows index={index} count={pictures.length} go={go} />}
      </DialogPanel>
    </HeadlessDialog>
  );
};

export default Lightbox;

/** The picture on screen, how it is zoomed, and the keys. */
const useShown = (pictures: readonly Picture[], first: number) => {
  const [index, setIndex] = useState(first);
  const [view, setView] = useState(WHOLE);
  const go = (step: number) => {
    const next = index + step;
    if (next < 0 || next >= pictures.length) return;
    setIndex(next);
    setView(WHOLE);
  };
  const zoom = (factor: number, at: Point = CENTER) => setView((now) => zoomed(now, now.scale * factor, at, at));
  const pressed = (event: KeyboardEvent) => {
    const { key } = event;
    if (key === 'ArrowLeft' || key === 'ArrowRight') go(key === 'ArrowLeft' ? -1 : 1);
    else if (key === '+' || key === '=') zoom(STEP);
    else if (key === '-') zoom(1 / STEP);
    else if (key === '0') setView(WHOLE);
    else return;
    event.preventDefault();
  };
  return { picture: pictures[index] ?? pictures[0], index, view, setView, go, zoom, pressed };
};

const Arrows = ({ index, count, go }: { index: number; count: number; go: (step: number) => void }) => (
  <div className="flex justify-between px-3 pt-1 pb-[max(0.75rem,env(safe-area-inset-bottom))]">
    <IconButton icon={ChevronLeft} label="Previous photo" disabled={index === 0} onClick={() => go(-1)} />
    <IconButton icon={ChevronRight} label="Next photo" disabled={index === count - 1} onClick={() => go(1)} />
  </div>
);

type Point = { x: number; y: number };
const CENTER: Point = { x: 0, y: 0 };

/** From the middle of the picture's place, in pixels. */
const pointOf = ({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): Point => {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
};

/** Brings the point under `from` under `to`. The picture does not leave its place. */
const zoomed = (before: View, wanted: number, from: Point, to: Point): View => {
  const scale = Math.min(MOST, Math.max(1, wanted));
  if (scale === 1) return WHOLE;
  const ratio = scale / before.scale;
  return within({ scale, x: to.x - (from.x - before.x) * ratio, y: to.y - (from.y - before.y) * ratio });
};

const within = ({ scale, x, y }: View): View => {
  const clamp = (value: number, size: number) => {
    const most = (size * (scale - 1)) / 2;
    return Math.min(most, Math.max(-most, value));
  };
  return { scale, x: clamp(x, innerWidth), y: clamp(y, innerHeight) };
};

const middleOf = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** One finger moves a zoomed picture or swipes to the next, two zoom. */
const usePointers = (view: View, setView: (view: View) => void, go: (step: number) => void) => {
  const down = useRef(new Map<number, Point>());
  const start = useRef({ view, at: CENTER, spread: 0 });
  const begin = () => {
    const [a, b] = [...down.current.values()];
    const at = a && b ? middleOf(a, b) : (a ?? CENTER);
    start.current = { view, at, spread: a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0 };
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    down.current.set(event.pointerId, pointOf(event));
    begin();
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!down.current.has(event.pointerId)) return;
    down.current.set(event.pointerId, pointOf(event));
    const [a, b] = [...down.current.values()];
    const { view: before, at, spread } = start.current;
    if (a && b && spread > 0) {
      const scale = (before.scale * Math.hypot(a.x - b.x, a.y - b.y)) / spread;
      setView(zoomed(before, scale, at, middleOf(a, b)));
    } else if (a && before.scale > 1) setView(zoomed(before, before.scale, at, a));
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const swiped = pointOf(event).x - start.current.at.x;
    const isSwipe = down.current.size === 1 && view.scale === 1 && Math.abs(swiped) > SWIPE_PX;
    down.current.delete(event.pointerId);
    begin();
    if (isSwipe) go(swiped < 0 ? 1 : -1);
  };
  const onPointerCancel = ({ pointerId }: PointerEvent) => void down.current.delete(pointerId);
  return { onPointerDown, onPointerMove, onPointerUp, onPointerCancel };
};
