import { type UseFormReturn, useWatch } from 'react-hook-form';
import { Alert } from '../../../ui/alert.tsx';
import { Checkbox } from '../../../ui/choice.tsx';
import { MeetingRuleForm } from '../meeting-rule-form.tsx';
import { type RuleFormProps, SUSPENSION_WARNING } from '../rule-words.tsx';

const SuspensionForm = ({ settings: { suspension }, onDone }: RuleFormProps) => (
  <MeetingRuleForm
    section="suspension"
    start={{ enabled: suspension.enabled, counts_in_total: suspension.counts_in_total }}
    settings={(values) => ({ suspension: { enabled: values.enabled, counts_in_total: values.counts_in_total } })}
    fields={(form) => (
      <>
        <Alert tone="info">{SUSPENSION_WARNING}</Alert>
        <Checkbox
          {...form.register('enabled')}
          label="Units may be suspended"
          hint="A suspended unit can check in, but can’t vote or give a proxy."
        />
        <WhenSuspended form={form} />
      </>
    )}
    onDone={onDone}
  />
);

export default SuspensionForm;

const WhenSuspended = ({ form }: { form: UseFormReturn<{ enabled: boolean; counts_in_total: boolean }> }) =>
  useWatch({ control: form.control, name: 'enabled' }) && (
    <Checkbox {...form.register('counts_in_total')} label="A suspended unit counts in the total" />
  );
