import { type FieldPath, type FieldValues, type UseFormReturn, useWatch } from 'react-hook-form';
import type { Body, MeetingRuleSettings, QuorumRule, Threshold } from '../../schema/meetings.ts';
import { SelectField, TextField } from '../forms/fields.tsx';
import { Alert } from '../ui/alert.tsx';
import { Checkbox, ChoiceGroup } from '../ui/choice.tsx';
import { RuleForm, wholeOf, wholeOrNull } from './rule-form.tsx';
import { BODY_LABELS, NOTICE_LABELS, type RuleFormProps, SUSPENSION_WARNING } from './rule-words.tsx';

const GRID = 'grid gap-4.5 md:grid-cols-2';
const BODIES: readonly Body[] = ['board', 'member'];
type Hours = MeetingRuleSettings['notice_hours'];
const KINDS = Object.keys(NOTICE_LABELS) as (keyof Hours)[];

const NumberField = <Values extends FieldValues>(props: {
  form: UseFormReturn<Values>;
  name: FieldPath<Values>;
  label: string;
  hint?: string;
}) => <TextField {...props} inputMode="numeric" autoComplete="off" className="num" />;

export const NoticeForm = ({ settings: { notice_hours, longest_notice_days }, onDone }: RuleFormProps) => (
  <RuleForm
    section="notice"
    start={{
      ...(Object.fromEntries(KINDS.map((kind) => [kind, String(notice_hours[kind])])) as Record<keyof Hours, string>),
      board: textOf(longest_notice_days.board),
      member: textOf(longest_notice_days.member),
    }}
    settings={({ board, member, ...hours }) => ({
      notice_hours: Object.fromEntries(KINDS.map((kind) => [kind, wholeOf(hours[kind])])) as Hours,
      longest_notice_days: { board: wholeOrNull(board), member: wholeOrNull(member) },
    })}
    fields={(form) => (
      <>
        <p className="text-ink-2">Hours before the start. 96 hours are 4 days, 336 are 14, 720 are 30.</p>
        <div className={GRID}>
          {KINDS.map((kind) => (
            <NumberField key={kind} form={form} name={kind} label={NOTICE_LABELS[kind]} />
          ))}
        </div>
        <div className={GRID}>
          {BODIES.map((body) => (
            <NumberField
              key={body}
              form={form}
              name={body}
              label={`${BODY_LABELS[body]}: most days ahead`}
              hint="Empty for no limit."
            />
          ))}
        </div>
      </>
    )}
    onDone={onDone}
  />
);

const textOf = (days: number | null): string => (days === null ? '' : String(days));

const BASES = [
  { value: 'weight', label: 'Weight' },
  { value: 'units', label: 'Number of units' },
];
const MEASURES = [
  { value: 'at_least', label: 'At least a percentage' },
  { value: 'more_than_half', label: 'More than half' },
];

export const QuorumForm = ({ settings, onDone }: RuleFormProps) => {
  const { quorum, adjourned_quorum, recused_count_for_quorum } = settings;
  return (
    <RuleForm
      section="quorum"
      start={{
        board_measure: quorum.board.measure as string,
        board_percent: String(quorum.board.percent),
        member_basis: quorum.member.basis as string,
        member_measure: quorum.member.measure as string,
        member_percent: String(quorum.member.percent),
        percent: String(adjourned_quorum.percent),
        days: String(adjourned_quorum.days),
        recused_count_for_quorum,
      }}
      settings={(values) => ({
        quorum: {
          board: {
            basis: 'units',
            measure: values.board_measure as QuorumRule['measure'],
            percent: wholeOf(values.board_percent),
          },
          member: {
            basis: values.member_basis as QuorumRule['basis'],
            measure: values.member_measure as QuorumRule['measure'],
            percent: wholeOf(values.member_percent),
          },
        },
        adjourned_quorum: { percent: wholeOf(values.percent), days: wholeOf(values.days) },
        recused_count_for_quorum: values.recused_count_for_quorum,
      })}
      fields={(form) => (
        <>
          <Group title="Board, of the directors">
            <SelectField form={form} name="board_measure" label="Board measure" options={MEASURES} />
            <NumberField form={form} name="board_percent" label="Board percent" hint="For “at least”." />
          </Group>
          <Group title="Member meetings, of the roll">
            <SelectField form={form} name="member_basis" label="Counted by" options={BASES} />
            <SelectField form={form} name="member_measure" label="Member measure" options={MEASURES} />
            <NumberField form={form} name="member_percent" label="Member percent" hint="For “at least”." />
          </Group>
          <Group title="A meeting that another was adjourned to">
            <NumberField form={form} name="percent" label="Percent" />
            <NumberField form={form} name="days" label="Earliest, in days" hint="After the first meeting." />
          </Group>
          <Checkbox {...form.register('recused_count_for_quorum')} label="A recused director counts for the quorum" />
        </>
      )}
      onDone={onDone}
    />
  );
};

const Group = ({ title, children }: { title: string; children: React.ReactNode }) => (
  <ChoiceGroup label={title}>
    <div className={GRID}>{children}</div>
  </ChoiceGroup>
);

const THRESHOLDS = [
  { value: 'majority', label: 'Majority of the votes cast' },
  { value: 'two_thirds', label: 'Two thirds of the votes cast' },
  { value: 'present', label: 'Majority of those present' },
  { value: 'roll', label: 'A percentage of the whole roll' },
];

const thresholdOf = (kind: string, basis: Threshold['basis'], percent: string): Threshold => ({
  kind: kind as Threshold['kind'],
  basis,
  ...(kind === 'roll' && { percent: wholeOf(percent) }),
});

export const VotingForm = ({ settings, onDone }: RuleFormProps) => {
  const { threshold, second_required, show_seconder, names_published, speaker_seconds } = settings;
  return (
    <RuleForm
      section="voting"
      start={{
        board_threshold: threshold.board.kind as string,
        board_percent: String(threshold.board.percent ?? 50),
        board_second: second_required.board,
        member_threshold: threshold.member.kind as string,
        member_basis: threshold.member.basis as string,
        member_percent: String(threshold.member.percent ?? 50),
        member_second: second_required.member,
        show_seconder,
        directors: names_published.directors,
        units: names_published.units,
        speaker_seconds: String(speaker_seconds),
      }}
      settings={(values) => ({
        threshold: {
          board: thresholdOf(values.board_threshold, 'units', values.board_percent),
          member: thresholdOf(
            values.member_threshold,
            values.member_basis as Threshold['basis'],
            values.member_percent,
          ),
        },
        second_required: { board: values.board_second, member: values.member_second },
        show_seconder: values.show_seconder,
        names_published: { directors: values.directors, units: values.units },
        speaker_seconds: wholeOf(values.speaker_seconds),
      })}
      fields={(form) => (
        <>
          <Group title="Board">
            <SelectField form={form} name="board_threshold" label="A board motion needs" options={THRESHOLDS} />
            <NumberField form={form} name="board_percent" label="Percent of the directors" hint="For the whole roll." />
            <Checkbox {...form.register('board_second')} label="A second is required" />
          </Group>
          <Group title="Member meetings">
            <SelectField form={form} name="member_threshold" label="A member motion needs" options={THRESHOLDS} />
            <SelectField form={form} name="member_basis" label="Votes are counted by" options={BASES} />
            <NumberField form={form} name="member_percent" label="Percent of the roll" hint="For the whole roll." />
            <Checkbox {...form.register('member_second')} label="A second is required" />
          </Group>
          <Group title="Minutes and open forum">
            <Checkbox {...form.register('show_seconder')} label="The minutes name the seconder" />
            <Checkbox {...form.register('directors')} label="Published minutes name how directors voted" />
            <Checkbox {...form.register('units')} label="Published minutes name how units voted" />
            <NumberField form={form} name="speaker_seconds" label="Seconds for each speaker" />
          </Group>
        </>
      )}
      onDone={onDone}
    />
  );
};

export const ProxiesForm = ({ settings: { proxies }, onDone }: RuleFormProps) => (
  <RuleForm
    section="proxies"
    start={{
      allowed: proxies.allowed,
      valid_days: String(proxies.valid_days),
      deadline_hours: String(proxies.deadline_hours),
      in_elections: proxies.in_elections,
    }}
    settings={(values) => ({
      proxies: {
        allowed: values.allowed,
        valid_days: wholeOf(values.valid_days),
        deadline_hours: wholeOf(values.deadline_hours),
        in_elections: values.in_elections,
      },
    })}
    fields={(form) => (
      <>
        <Checkbox {...form.register('allowed')} label="Owners may give proxies" hint="Directors never vote by proxy." />
        <div className={GRID}>
          <NumberField
            form={form}
            name="valid_days"
            label="Valid for, in days"
            hint="After the date it was given for."
          />
          <NumberField
            form={form}
            name="deadline_hours"
            label="Deadline in the app, in hours"
            hint="Before the start. Paper is taken until the desk closes."
          />
        </div>
        <Checkbox {...form.register('in_elections')} label="Proxies vote in elections" />
      </>
    )}
    onDone={onDone}
  />
);

export const SuspensionForm = ({ settings: { suspension }, onDone }: RuleFormProps) => (
  <RuleForm
    section="suspension"
    start={{ enabled: suspension.enabled, counts_in_total: suspension.counts_in_total }}
    settings={(values) => ({ suspension: { enabled: values.enabled, counts_in_total: values.counts_in_total } })}
    fields={(form) => (
      <>
        <Alert tone="info">{SUSPENSION_WARNING}</Alert>
        <Checkbox
          {...form.register('enabled')}
          label="Units may be suspended"
          hint="A suspended unit may be checked in, but cannot vote or give a proxy."
        />
        <WhenSuspended form={form} />
      </>
    )}
    onDone={onDone}
  />
);

const WhenSuspended = ({ form }: { form: UseFormReturn<{ enabled: boolean; counts_in_total: boolean }> }) =>
  useWatch({ control: form.control, name: 'enabled' }) && (
    <Checkbox {...form.register('counts_in_total')} label="A suspended unit stays in the total" />
  );
