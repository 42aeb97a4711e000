import type { MeetingRuleSettings, QuorumRule } from '../../../../schema/meetings.ts';
import { NumberField, SelectField } from '../../../forms/fields.tsx';
import { wholeOf } from '../../../forms/numbers.ts';
import { Checkbox } from '../../../ui/choice.tsx';
import { MeetingRuleForm } from '../meeting-rule-form.tsx';
import type { RuleFormProps } from '../rule-words.tsx';
import { BASES, Group, When } from './rule-fields.tsx';

const MEASURES = [
  { value: 'at_least', label: 'At least a percentage' },
  { value: 'more_than_half', label: 'More than half' },
];

const COUNTED = [
  { value: 'seats', label: 'All seats, including vacant ones' },
  { value: 'directors', label: 'Directors in office' },
];

const QuorumForm = ({ settings, onDone }: RuleFormProps) => (
  <MeetingRuleForm
    section="quorum"
    start={valuesOf(settings)}
    settings={(values) => settingsOf(values, settings.quorum)}
    fields={(form) => (
      <>
        <Group title="Board">
          <SelectField form={form} name="board_measure" label="Board quorum" options={MEASURES} />
          <When form={form} name="board_measure" is="at_least">
            <NumberField form={form} name="board_percent" label="Board percent" />
          </When>
          <SelectField form={form} name="board_of" label="Out of" options={COUNTED} />
        </Group>
        <Group title="Member meetings, of the roll">
          <SelectField form={form} name="member_basis" label="Counted by" options={BASES} />
          <SelectField form={form} name="member_measure" label="Member quorum" options={MEASURES} />
          <When form={form} name="member_measure" is="at_least">
            <NumberField form={form} name="member_percent" label="Member percent" />
          </When>
        </Group>
        <Group title="Adjourned meetings">
          <NumberField form={form} name="percent" label="Percent" />
          <NumberField form={form} name="days" label="Earliest, in days" hint="After the first meeting." />
        </Group>
        <Checkbox {...form.register('recused_count_for_quorum')} label="A recused director counts toward quorum" />
      </>
    )}
    onDone={onDone}
  />
);

export default QuorumForm;

type Settings = Pick<
  MeetingRuleSettings,
  'quorum' | 'adjourned_quorum' | 'recused_count_for_quorum' | 'quorum_of_seats'
>;
type Values = ReturnType<typeof valuesOf>;

const valuesOf = ({ quorum, adjourned_quorum, recused_count_for_quorum, quorum_of_seats }: Settings) => ({
  board_measure: quorum.board.measure as string,
  board_percent: String(quorum.board.percent),
  board_of: quorum_of_seats ? 'seats' : 'directors',
  member_basis: quorum.member.basis as string,
  member_measure: quorum.member.measure as string,
  member_percent: String(quorum.member.percent),
  percent: String(adjourned_quorum.percent),
  days: String(adjourned_quorum.days),
  recused_count_for_quorum,
});

const settingsOf = (values: Values, before: Settings['quorum']): Settings => ({
  quorum: {
    board: {
      basis: 'units',
      measure: values.board_measure as QuorumRule['measure'],
      percent: percentOf(values.board_measure, values.board_percent, before.board.percent),
    },
    member: {
      basis: values.member_basis as QuorumRule['basis'],
      measure: values.member_measure as QuorumRule['measure'],
      percent: percentOf(values.member_measure, values.member_percent, before.member.percent),
    },
  },
  adjourned_quorum: { percent: wholeOf(values.percent), days: wholeOf(values.days) },
  recused_count_for_quorum: values.recused_count_for_quorum,
  quorum_of_seats: values.board_of === 'seats',
});

/** The percent stays as it is where none is asked for. */
const percentOf = (measure: string, typed: string, before: number): number =>
  measure === 'at_least' ? wholeOf(typed) : before;
