import type { Body, MeetingRuleSettings } from '../../../../schema/meetings.ts';
import { NumberField } from '../../../forms/fields.tsx';
import { wholeOf, wholeOrNull } from '../../../forms/numbers.ts';
import { MeetingRuleForm } from '../meeting-rule-form.tsx';
import { BODY_LABELS, NOTICE_LABELS, type RuleFormProps } from '../rule-words.tsx';
import { GRID } from './rule-fields.tsx';

const BODIES: readonly Body[] = ['board', 'member'];
type Hours = MeetingRuleSettings['notice_hours'];
const KINDS = Object.keys(NOTICE_LABELS) as (keyof Hours)[];

const NoticeForm = ({ settings: { notice_hours, longest_notice_days }, onDone }: RuleFormProps) => (
  <MeetingRuleForm
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
        <p className="text-ink-2">Hours before the start: 96 is 4 days, 336 is 14 days, 720 is 30 days.</p>
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
              label={`${BODY_LABELS[body]}: maximum days ahead`}
              hint="Leave blank for no limit."
            />
          ))}
        </div>
      </>
    )}
    onDone={onDone}
  />
);

export default NoticeForm;

const textOf = (days: number | null): string => (days === null ? '' : String(days));
