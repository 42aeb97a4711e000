import { ScrollText } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { Link } from 'wouter';
import { plainText } from '../../../schema/rich-text.ts';
import type { Meeting, MeetingFact, Motion } from '../../../schema/tables/meetings.ts';
import { fold } from '../../../sync/list.ts';
import { indexed } from '../../../sync/meetings/facts/fact-index.ts';
import { headsOf, ofKind } from '../../../sync/meetings/facts/heads.ts';
import { areEqual, currentResults } from '../../../sync/meetings/motions/decisions.ts';
import { labelInWords } from '../../../sync/words.ts';
import { useRows } from '../../device/store.ts';
import { paths } from '../../paths.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SearchInput } from '../../ui/input.tsx';
import { EmptyState } from '../../ui/list.tsx';
import { useHoaTime } from '../time.ts';

const PAGE = 50;

/** The tab Decisions of /meetings: every motion of every meeting, from the rows of this device. */
const Decisions = () => {
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState(PAGE);
  const all = useDecisions();
  const term = useDeferredValue(fold(search));
  const found = useMemo(() => (term === '' ? all : all.filter(({ folded }) => folded.includes(term))), [all, term]);
  return (
    <>
      <SearchInput
        label="Search decisions"
        className="md:max-w-70"
        value={search}
        onChange={(value) => {
          setSearch(value);
          setShown(PAGE);
        }}
      />
      {found.length === 0 ? (
        <EmptyState icon={ScrollText} title="No decisions match." />
      ) : (
        <ul className="grid divide-y divide-line rounded-lg border border-line bg-card shadow-card">
          {found.slice(0, shown).map((decision) => (
            <Row key={decision.motion.id} {...decision} />
          ))}
        </ul>
      )}
      {found.length > shown && (
        <span>
          <Button onClick={() => setShown(shown + PAGE)}>Show More</Button>
        </span>
      )}
    </>
  );
};

export default Decisions;

type Decision = { motion: Motion; meeting: Meeting; words: string; outcome: string | null; on: string; folded: string };

const useDecisions = (): Decision[] => {
  const [motions, meetings, facts] = [useRows('motion'), useRows('meeting'), useRows('meetingFact')];
  return useMemo(
    () =>
      decisionsOf(
        motions.all,
        (id) => meetings.get(id),
        (id) => facts.by('subject', id),
      ),
    [motions, meetings, facts],
  );
};

/** The latest first. */
const decisionsOf = (
  motions: readonly Motion[],
  meetingOf: (id: string) => Meeting | undefined,
  factsOf: (motion_id: string) => readonly MeetingFact[],
): Decision[] =>
  motions
    .flatMap((motion) => {
      const meeting = meetingOf(motion.meeting_id);
      if (!meeting) return [];
      const own = factsOf(motion.id);
      const voiding = own.filter(({ kind }) => kind === 'result').flatMap(({ id }) => factsOf(id));
      const results = currentResults(indexed([...own, ...voiding]), motion.id);
      const decided = results[0]?.data.text_id;
      const heads = indexed(own);
      const wordings = ofKind(heads, 'motion_text');
      const wording = own.find(({ id }) => id === decided) ?? wordings.at(-1) ?? headsOf(heads).at(-1);
      const words = plainText(wording?.text ?? '');
      const outcome = results.length === 0 ? null : areEqual(results) ? results[0]!.data.outcome : 'two results';
      const folded = fold(`${words} ${meeting.title} motion ${motion.number} ${motion.mover} ${outcome ?? ''}`);
      return [{ motion, meeting, words, outcome, on: results[0]?.at ?? motion.at, folded }];
    })
    .sort((a, b) => (a.on > b.on ? -1 : 1));

const TONES: Record<string, Tone> = { adopted: 'ok', failed: 'bad', 'two results': 'warn' };

const Row = ({ motion, meeting, words, outcome, on }: Decision) => {
  const time = useHoaTime();
  return (
    <li className="grid gap-1 px-4 py-3">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium">Motion {motion.number}</span>
        <Badge tone={TONES[outcome ?? ''] ?? 'neutral'}>{outcome ? labelInWords(outcome) : 'No result'}</Badge>
        {motion.executive && <Badge tone="violet">Executive</Badge>}
      </p>
      <p className="[overflow-wrap:anywhere]">{words || 'No wording yet'}</p>
      <p className="num text-ink-3 text-sm">
        {time.short(on)} · moved by {motion.mover} ·{' '}
        <Link href={paths.meeting(meeting.id)} data-row className="text-pine-text underline">
          {meeting.title}
        </Link>
      </p>
    </li>
  );
};
