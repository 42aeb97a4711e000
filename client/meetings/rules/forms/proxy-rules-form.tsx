import { NumberField } from '../../../forms/fields.tsx';
import { wholeOf } from '../../../forms/numbers.ts';
import { Checkbox } from '../../../ui/choice.tsx';
import { MeetingRuleForm } from '../meeting-rule-form.tsx';
import type { RuleFormProps } from '../rule-words.tsx';
import { GRID } from './rule-fields.tsx';

const ProxiesForm = ({ settings: { proxies }, onDone }: RuleFormProps) => (
  <MeetingRuleForm
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
            hint="After the original meeting date."
          />
          <NumberField
            form={form}
            name="deadline_hours"
            label="Deadline in the app, in hours"
            hint="Before the start. Paper proxies are accepted until the desk closes."
          />
        </div>
        <Checkbox {...form.register('in_elections')} label="Proxies may vote in elections" />
      </>
    )}
    onDone={onDone}
  />
);

export default ProxiesForm;
