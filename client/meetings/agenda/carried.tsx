import { useMemo } from 'react';
import { Link } from 'wouter';
import type { AgendaItem, Meeting } from '../../../schema/tables/meetings.ts';
import type { ActionItem } from '../../../schema/tables/minutes.ts';
import {
  correctionsFor,
  type EarlierCorrection,
  itemForCorrections,
} from '../../../sync/meetings/minutes/corrections.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { formatDate } from '../../ui/format.ts';
import { RichTextLater } from '../../ui/rich-text-later.tsx';
import { useUnfinished } from '../action-items/model.ts';
import { byPosition } from '../model.ts';
import { useHoaTime, useZone } from '../time.ts';

/** Business that earlier meetings of the same body left, shown on an agenda without being copied. */
type Carried = {
  /** The item that they stand under; null without one. */
  corrections: { item_id: string | null; list: readonly EarlierCorrection[] };
  actions: { item_id: string | null; list: readonly ActionItem[] };
};

/** Complete on the devices of the board alone. `isPublic` leaves out what is executive. */
export const useCarried = (meeting: Meeting, items: readonly AgendaItem[], isPublic = false): Carried => {
  const corrections = useEarlierCorrections(meeting);
  const actions = useUnfinished(meeting);
  return useMemo(() => {
    const ordered = items.toSorted(byPosition);
    const unfinished = ordered.find(({ kind, removed_at }) => kind === 'unfinished' && removed_at === null);
    const shown = <Row extends { executive: boolean }>(list: readonly Row[]) =>
      list.filter(({ executive }) => !(isPublic && executive));
    return {
      corrections: { item_id: itemForCorrections(ordered), list: shown(corrections) },
      actions: { item_id: unfinished?.id ?? null, list: shown(actions) },
    };
  }, [items, corrections, actions, isPublic]);
};

/** MIN-09: what was put right in the minutes of earlier meetings of the same body since the last one. */
export const useEarlierCorrections = (meeting: Meeting): readonly EarlierCorrection[] => {
  const [meetings, facts, items] = [useRows('meeting'), useRows('meetingFact'), useRows('agendaItem')];
  const [motions, time_zone] = [useRows('motion'), useZone()];
  return useMemo(
    () =>
      correctionsFor(meeting, meetings.all, (id) => ({
        facts: facts.by('meeting_id', id),
        items: items.by('meeting_id', id),
        motions: motions.by('meeting_id', id),
        time_zone,
      })),
    [meeting, meetings, facts, items, motions, time_zone],
  );
};

/** Under the item of the agenda that `item_id` names; with null, what has no item to stand under. */
export const CarriedUnder = ({ carried, item_id }: { carried: Carried; item_id: string | null }) => (
  <>
    {carried.corrections.item_id === item_id && <Corrections list={carried.corrections.list} />}
    {carried.actions.item_id === item_id && <OpenActions list={carried.actions.list} isAlone={item_id === null} />}
  </>
);

const LINK = 'num text-pine-text underline underline-offset-2 print:no-underline';

export const Corrections = ({ list }: { list: readonly EarlierCorrection[] }) => {
  const time = useHoaTime();
  return (
    list.length > 0 && (
      <section aria-label="Corrections to earlier minutes" className="mt-1.5 grid gap-1.5 rounded-md bg-sunk px-3 py-2">
        {list.map(({ id, meeting, on, html, executive }) => (
          <div key={id}>
            <p className="text-sm">
              Correction to the minutes of{' '}
              <Link href={paths.meeting(meeting.id)} className={LINK}>
                {meeting.title}, {time.day(meeting.starts_at)}
              </Link>
              <span className="num text-ink-2">
                , recorded {formatDate(on)}
                {executive && ' (executive)'}
              </span>
            </p>
            <RichTextLater html={html} />
          </div>
        ))}
      </section>
    )
  );
};

const OpenActions = ({ list, isAlone }: { list: readonly ActionItem[]; isAlone: boolean }) => {
  const meetings = useRows('meeting');
  if (list.length === 0) return null;
  return (
    <section
      aria-label="Open action items from earlier meetings"
      className="mt-1.5 grid gap-1.5 rounded-md bg-sunk px-3 py-2"
    >
      <p className="text-sm">{isAlone ? 'Unfinished business: open action items' : 'Open action items'}</p>
      <ul className="grid list-disc gap-0.5 pl-5 marker:text-ink-3">
        {list.map((action) => (
          <li key={action.id} className="[overflow-wrap:anywhere]">
            {action.title}: {action.owner_name}
            {action.due_on && <span className="num">, by {formatDate(action.due_on)}</span>}
            {action.executive && ' (executive)'}
            <From meeting={meetings.get(action.meeting_id)} />
          </li>
        ))}
      </ul>
    </section>
  );
};

const From = ({ meeting }: { meeting: Meeting | undefined }) =>
  meeting && (
    <span className="text-ink-2 text-sm print:hidden">
      {' · '}
      <Link href={paths.meeting(meeting.id)} className={LINK}>
        {meeting.title}
      </Link>
    </span>
  );
