import type { MeetingRuleSettings, Threshold } from '../../../../schema/meetings.ts';
import { NumberField, SelectField } from '../../../forms/fields.tsx';
import { wholeOf } from '../../../forms/numbers.ts';
import { Checkbox } from '../../../ui/choice.tsx';
import { MeetingRuleForm } from '../meeting-rule-form.tsx';
import type { RuleFormProps } from '../rule-words.tsx';
import { BASES, Group, When } from './rule-fields.tsx';

const THRESHOLDS = [
  { value: 'majority', label: 'Majority of the votes cast' },
  { value: 'two_thirds', label: 'Two-thirds of the votes cast' },
  { value: 'present', label: 'Majority of those present' },
  { value: 'roll', label: 'A percentage of the whole roll' },
];

const VotingForm = ({ settings, onDone }: RuleFormProps) => (
  <MeetingRuleForm
    section="voting"
    start={valuesOf(settings)}
    settings={settingsOf}
    fields={(form) => (
      <>
        <Group title="Board">
          <SelectField form={form} name="board_threshold" label="A board motion needs" options={THRESHOLDS} />
          <When form={form} name="board_threshold" is="roll">
            <NumberField form={form} name="board_percent" label="Percent of the directors" />
          </When>
          <Checkbox {...form.register('board_second')} label="A second is required" />
        </Group>
        <Group title="Member meetings">
          <SelectField form={form} name="member_threshold" label="A member motion needs" options={THRESHOLDS} />
          <SelectField form={form} name="member_basis" label="Votes are counted by" options={BASES} />
          <When form={form} name="member_threshold" is="roll">
            <NumberField form={form} name="member_percent" label="Percent of the roll" />
          </When>
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

export default VotingForm;

type Settings = Pick<
  MeetingRuleSettings,
  'threshold' | 'second_required' | 'show_seconder' | 'names_published' | 'speaker_seconds'
>;
type Values = ReturnType<typeof valuesOf>;

const valuesOf = ({ threshold, second_required, show_seconder, names_published, speaker_seconds }: Settings) => ({
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
});

const settingsOf = (values: Values): Settings => ({
  threshold: {
    board: thresholdOf(values.board_threshold, 'units', values.board_percent),
    member: thresholdOf(values.member_threshold, values.member_basis, values.member_percent),
  },
  second_required: { board: values.board_second, member: values.member_second },
  show_seconder: values.show_seconder,
  names_published: { directors: values.directors, units: values.units },
  speaker_seconds: wholeOf(values.speaker_seconds),
});

const thresholdOf = (kind: string, basis: string, percent: string): Threshold => ({
  kind: kind as Threshold['kind'],
  basis: basis as Threshold['basis'],
  ...(kind === 'roll' && { percent: wholeOf(percent) }),
});
