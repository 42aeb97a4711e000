import type { Body, MeetingKind, MeetingRuleSettings, QuorumRule, Threshold } from '../../../schema/meetings.ts';
import { templatesOf } from '../../../sync/meetings/agenda/templates.ts';
import { KIND_LABELS } from '../../../sync/meetings/kinds.ts';
import { formatPlural } from '../../ui/format.ts';
import { formatHours } from '../form/form-side.tsx';
import { useDirectors } from '../people.ts';

type Settings = { settings: MeetingRuleSettings };
/** Props of the form of a section. */
export type RuleFormProps = Settings & { onDone: () => void };
export type SentenceSection = 'notice' | 'quorum' | 'voting' | 'proxies' | 'suspension';
export const BODY_LABELS: Record<Body, string> = { board: 'Board', member: 'Member meetings' };
const BODIES: readonly Body[] = ['board', 'member'];

/** "Some states forbid suspending votes for unpaid dues." */
export const SUSPENSION_WARNING = 'Some states forbid suspending votes for unpaid dues.';

const quorumInWords = ({ measure, percent }: QuorumRule, whole: string): string =>
  measure === 'more_than_half' ? `more than half of ${whole}` : `at least ${percent}% of ${whole}`;

const thresholdInWords = ({ kind, basis, percent }: Threshold): string =>
  ({
    majority: 'majority of the votes cast',
    two_thirds: 'two-thirds of the votes cast',
    present: 'majority of those present',
    roll: `${percent ?? 50}% of the whole roll, by ${basis === 'weight' ? 'weight' : 'units'}`,
  })[kind];

const SENTENCES: Record<SentenceSection, (settings: MeetingRuleSettings) => string[]> = {
  notice: ({ notice_hours, longest_notice_days }) => [
    ...Object.entries(notice_hours).map(
      ([kind, hours]) => `${NOTICE_LABELS[kind as keyof typeof notice_hours]}: ${lead(hours)}`,
    ),
    ...BODIES.flatMap((body) => {
      const days = longest_notice_days[body];
      return days === null ? [] : `${BODY_LABELS[body]}: no more than ${formatPlural(days, 'day')} ahead`;
    }),
  ],
  quorum: ({ quorum, adjourned_quorum, recused_count_for_quorum, seats, quorum_of_seats }) => [
    `${BODY_LABELS.board}: ${quorumInWords(quorum.board, seats && quorum_of_seats ? `its ${seats} seats` : 'the directors in office')}`,
    `${BODY_LABELS.member}: ${quorumInWords(quorum.member, quorum.member.basis === 'weight' ? 'the weight' : 'the units')}`,
    `Adjourned member meetings: ${adjourned_quorum.percent}%, at least ${formatPlural(adjourned_quorum.days, 'day')} later`,
    recused_count_for_quorum
      ? 'A recused director counts toward quorum.'
      : 'A recused director does not count toward quorum.',
  ],
  voting: ({ threshold, second_required, show_seconder, names_published, speaker_seconds }) => [
    ...BODIES.map(
      (body) =>
        `${BODY_LABELS[body]}: ${thresholdInWords(threshold[body])}, ${second_required[body] ? 'a second is required' : 'no second needed'}`,
    ),
    show_seconder ? 'The minutes name the seconder.' : 'The minutes do not name the seconder.',
    `Published minutes name how directors voted: ${yes(names_published.directors)}; units: ${yes(names_published.units)}.`,
    `A speaker in open forum has ${Math.floor(speaker_seconds / 60)}:${String(speaker_seconds % 60).padStart(2, '0')}.`,
  ],
  proxies: ({ proxies: { allowed, valid_days, deadline_hours, in_elections } }) =>
    allowed
      ? [
          `A proxy expires ${formatPlural(valid_days, 'day')} after the original meeting date.`,
          deadline_hours === 0
            ? 'It can be given in the app until the start.'
            : `It can be given in the app until ${formatPlural(deadline_hours, 'hour')} before the start.`,
          in_elections ? 'Proxies may vote in elections.' : 'Proxies may not vote in elections.',
        ]
      : ['Proxies are not allowed.'],
  suspension: ({ suspension: { enabled, counts_in_total } }) => [
    enabled
      ? `A suspended unit cannot vote or give a proxy, and ${counts_in_total ? 'stays in' : 'leaves'} the total.`
      : 'Off: no unit loses its vote.',
    SUSPENSION_WARNING,
  ],
};

const lead = (hours: number): string => (hours === 0 ? 'none needed' : `${formatHours(hours)} ahead`);
const yes = (on: boolean): string => (on ? 'yes' : 'no');

export const NOTICE_LABELS: Record<MeetingKind | 'executive_only' | 'election', string> = {
  ...KIND_LABELS,
  executive_only: 'Executive session only',
  election: 'Member meeting with an election',
};

export const SentencesOf = ({ section, settings }: Settings & { section: SentenceSection }) => (
  <ul className="num grid gap-0.5 [overflow-wrap:anywhere]">
    {SENTENCES[section](settings).map((sentence) => (
      <li key={sentence}>{sentence}</li>
    ))}
  </ul>
);

export const DirectorsList = ({ settings }: Settings) => {
  const directors = useDirectors();
  const { seats, named_directors } = settings;
  const taken = directors.length + named_directors.length;
  return (
    <>
      <ul className="grid gap-0.5">
        {directors.map(({ user_id, name, office }) => (
          <li key={user_id}>
            {name} <span className="text-ink-3">{office}</span>
          </li>
        ))}
        {named_directors.map(({ id, name, office }) => (
          <li key={id}>
            {name} <span className="text-ink-3">{office}, without an account</span>
          </li>
        ))}
      </ul>
      {!settings.directors && (
        <p className="pt-1.5 text-ink-3 text-sm">All active board members, because no directors have been chosen.</p>
      )}
      {seats !== null && (
        <p className="num pt-1.5">
          {formatPlural(seats, 'seat')},{' '}
          {taken > seats
            ? `fewer than ${taken} directors`
            : seats === taken
              ? 'none vacant'
              : `${seats - taken} vacant`}
        </p>
      )}
    </>
  );
};

export const TemplatesList = ({ settings }: Settings) => (
  <ul className="num grid gap-0.5">
    {templatesOf(settings).map(({ id, name, items }) => (
      <li key={id}>
        {name} <span className="text-ink-3">{formatPlural(items.length, 'item')}</span>
      </li>
    ))}
  </ul>
);
