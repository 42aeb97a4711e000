import { TabletSmartphone, TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { Motion } from '../../../schema/tables/meetings.ts';
import type { DeskOut } from '../../../sync/meetings/desks.ts';
import { indexed } from '../../../sync/meetings/facts/fact-index.ts';
import { ofKind } from '../../../sync/meetings/facts/heads.ts';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { formatPlural } from '../../ui/format.ts';
import { local } from '../../ui/local-storage.ts';
import { useStartItem } from './agenda.tsx';
import { type Room, useRoom } from './context.ts';
import { MotionCard } from './motion.tsx';

/** Entries that two desks recorded differently, and the desks whose entries have just come. After the meeting, and where
 * there is no current item to go to, each motion is settled right here. */
export const ContestedEntries = ({ here = false }: { here?: boolean }) => {
  const room = useRoom();
  const open = useMemo(() => contestedIn(room), [room]);
  const isHere = here || room.session.status === 'adjourned';
  return (
    <>
      <Merged count={open.length} />
      {open.length > 0 && (
        <section
          id="to-settle"
          tabIndex={-1}
          aria-label="To settle"
          className="grid grid-cols-[minmax(0,1fr)] gap-1.5 rounded-lg border border-line-strong bg-ochre-soft px-3.5 py-2.5"
        >
          <h2 className="flex items-center gap-2 font-semibold text-ochre">
            <TriangleAlert aria-hidden className="size-4" />
            {formatPlural(open.length, 'entry', 'entries')} to settle
          </h2>
          <ul className="grid gap-1">
            {open.map((entry) => (
              <Entry key={entry.key} entry={entry} isHere={isHere} />
            ))}
          </ul>
          {isHere &&
            [...new Set(open.map(({ motion }) => motion))].map((motion) => (
              <MotionCard key={motion.id} motion={motion} />
            ))}
        </section>
      )}
    </>
  );
};

type Contested = { key: string; words: string; motion: Motion };

const Entry = ({ entry: { words, motion }, isHere }: { entry: Contested; isHere: boolean }) => {
  const { books, session } = useRoom();
  const start = useStartItem();
  const item = books.items.find(({ id }) => id === motion.item_id);
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <span>{words}</span>
      {item && !isHere && session.item_id !== item.id && (
        <Button size="small" onClick={() => start(item)}>
          Go to {item.title}
        </Button>
      )}
    </li>
  );
};

export const contestedIn = ({ books }: Pick<Room, 'books'>): Contested[] =>
  books.motions.flatMap((motion) => {
    const state = books.stateOf(motion);
    const entry = (kind: string, words: string) => ({
      key: `${motion.id}${kind}`,
      words: `Motion ${motion.number}: ${words}`,
      motion,
    });
    const units = state.status === 'voting' ? books.tallyOf(motion).contested : [];
    return [
      ...(state.status === 'contested' ? [entry('result', 'two results were recorded')] : []),
      ...(state.wording_contested ? [entry('words', 'two versions of the wording were recorded')] : []),
      ...units.map((unit) => entry(unit.id, `${unit.label} is contested`)),
    ];
  });

/** Once for each other desk, when its first work comes. */
const Merged = ({ count }: { count: number }) => {
  const { books, desk, desksOut } = useRoom();
  const { id } = books.meeting;
  const [known, setKnown] = useState<ReadonlySet<string>>(() => readKnown(id, books.facts, desk));
  const desks = useMemo(() => new Set(books.facts.filter(hasWork).map((fact) => fact.desk)), [books.facts]);
  const isOut = (name: string) => desksOut.some((out) => out.device !== null && out.desk === name);
  const arrived = [...desks].filter((each) => each !== desk && !known.has(each) && !isOut(each));
  useEffect(() => {
    if (local.get(KNOWN + id) === null) writeKnown(id, known);
  }, [id, known]);
  const close = (each: string) => {
    const next = new Set([...known, each]);
    writeKnown(id, next);
    setKnown(next);
  };
  return arrived.map((each) => {
    const own = indexed(books.facts.filter((fact) => fact.desk === each));
    const checkIns = ofKind(own, 'arrived').length;
    const votes = ofKind(own, 'vote').length;
    return (
      <Alert key={each} tone="success" onClose={() => close(each)}>
        <a href="#to-settle" className="underline">
          {each} is in: {formatPlural(checkIns, 'check-in')}, {formatPlural(votes, 'vote')}. {count} to settle.
        </a>
      </Alert>
    );
  });
};

const hasWork = ({ kind }: Room['books']['facts'][number]) => kind !== 'desk_opened' && kind !== 'desk_closed';

const KNOWN = 'porchlight.meeting-desks/';

const readKnown = (id: string, facts: Room['books']['facts'], desk: string): ReadonlySet<string> => {
  const stored = local.get(KNOWN + id);
  const desks = stored === null ? facts.map((fact) => fact.desk) : (JSON.parse(stored) as string[]);
  return new Set([...desks, desk]);
};

const writeKnown = (id: string, desks: ReadonlySet<string>) => local.set(KNOWN + id, JSON.stringify([...desks]));

/** Desks whose entries are not all here, until they close or a person says that nothing more comes. */
export const DesksOut = () => {
  const { desksOut } = useRoom();
  if (desksOut.length === 0) return null;
  return (
    <ul aria-label="Desks that haven’t synced" className="grid gap-1.5">
      {desksOut.map((desk) => (
        <DeskLine key={desk.device ?? desk.desk} out={desk} />
      ))}
    </ul>
  );
};

const DeskLine = ({ out: { desk, device, last_seen } }: { out: DeskOut }) => {
  const { record, time } = useRoom();
  const close = () => void record([{ kind: 'desk_closed', data: { desk, ...(device && { device }) } }]);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-ink-2">
      <span className="flex gap-3">
        <TabletSmartphone aria-hidden className="mt-1 size-4 shrink-0" />
        <span className="num">
          {desk} hasn’t synced. Its last entry here is from {time(last_seen)}.
        </span>
      </span>
      <Button size="small" onClick={close}>
        All Its Entries Are In<span className="sr-only"> {desk}</span>
      </Button>
    </li>
  );
};
