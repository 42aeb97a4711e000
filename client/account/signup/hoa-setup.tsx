import { zodResolver } from '@hookform/resolvers/zod';
import { FileSpreadsheet } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Redirect, useLocation } from 'wouter';
import { hoaInfo } from '../../../schema/signup.ts';
import { ApiError } from '../../device/http.ts';
import { ZoneField } from '../../forms/zone-field.tsx';
import { ownZone } from '../../forms/zones.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { NarrowForm } from '../send-form.tsx';
import { TAKEN } from './availability.tsx';
import { complete } from './calls.ts';
import { BackButton, failureOf, StepFailure, StepScreen } from './parts.tsx';
import { currentSignup, discardExpired, dispatch, holdSession, setFailure, useSignup } from './signup-store.ts';
import type { HoaInfo } from './state.ts';
import { backToSignup, completed, setHoa, setHoaStep } from './transitions.ts';

const HoaSetup = () => {
  const { completion, hoa_setup } = useSignup();
  useEffect(discardExpired, []);
  if (!completion) return <Redirect to={paths.signup()} replace />;
  return hoa_setup === 'address_upload' ? <AddressUpload /> : <HoaInfoStep />;
};
export default HoaSetup;

const FAILED = 'Failed to save your HOA. Please try again.';

const HoaInfoStep = () => {
  const { errors: failures } = useSignup();
  const [, navigate] = useLocation();
  const { form, submit, busy } = useHoaInfo();
  const { register } = form;
  const { errors } = form.formState;
  const back = () => {
    dispatch(backToSignup(Date.now()));
    navigate(paths.signup());
  };
  return (
    <StepScreen step="hoa_setup" title="Tell us about your HOA" subtitle="You can add this information later">
      <PartLabel number={1} />
      <StepFailure failure={failures.hoa} />
      <NarrowForm onSubmit={submit} submit="Continue" saving="Saving…" busy={busy}>
        <Field label="HOA Name" required error={errors.name?.message}>
          <Input autoComplete="organization" {...register('name')} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
          <Field label="City" error={errors.city?.message}>
            <Input autoComplete="address-level2" {...register('city')} />
          </Field>
          <Field label="ZIP Code" error={errors.zip?.message}>
            <Input autoComplete="postal-code" {...register('zip')} />
          </Field>
        </div>
        <ZoneField form={form} name="time_zone" hint={ZONE_HINT} />
      </NarrowForm>
      <BackButton disabled={busy} onClick={back} />
    </StepScreen>
  );
};

const ZONE_HINT = 'From your browser. Meetings and due dates follow it; you can change it later in Settings.';

const useHoaInfo = () => {
  const { hoa, account } = currentSignup();
  const form = useForm({
    resolver: zodResolver(hoaInfo),
    defaultValues: { ...hoa, name: hoa.name || account.hoa_name, time_zone: hoa.time_zone || ownZone() },
  });
  const [name, city, zip, time_zone] = form.watch(['name', 'city', 'zip', 'time_zone']);
  useEffect(() => dispatch(setHoa(infoOf({ name, city, zip, time_zone }))), [name, city, zip, time_zone]);
  const clear = () => setFailure('hoa');
  const submit = form.handleSubmit(async (info) => {
    clear();
    await save(infoOf(info)).catch((error: unknown) => {
      if (error instanceof ApiError && error.message === TAKEN.hoa_name)
        return form.setError('name', { message: error.message }, { shouldFocus: true });
      setFailure('hoa', failureOf(error, FAILED));
    });
  }, clear);
  return { form, submit, busy: form.formState.isSubmitting };
};

type Typed = { [Field in keyof HoaInfo]?: string | null | undefined } & { name: string };
const infoOf = ({ name, city, zip, time_zone }: Typed): HoaInfo => ({
  name,
  city: city ?? '',
  zip: zip ?? '',
  time_zone: time_zone ?? '',
});

const save = async (hoa: HoaInfo): Promise<void> => {
  const { completion, openSession } = await complete(currentSignup(), hoa);
  holdSession(openSession);
  dispatch((state) => setHoaStep('address_upload')(completed(completion)(state)));
};

const AddressUpload = () => {
  const [isSubmitted, setAsked] = useState(false);
  const [, navigate] = useLocation();
  const skip = () => {
    dispatch(setHoaStep('complete'));
    navigate(paths.signupComplete());
  };
  return (
    <StepScreen
      step="hoa_setup"
      title="Add your property addresses"
      subtitle="Residents are invited to an address, and their dues follow it."
    >
      <PartLabel number={2} />
      <UploadOption onPress={() => setAsked(true)} />
      {isSubmitted && (
        <div role="status">
          <Alert tone="info">Excel/CSV upload feature coming soon!</Alert>
        </div>
      )}
      <p className="text-ink-2">
        Your plan adjusts automatically to the number of addresses, and you can change it later.
      </p>
      <Button variant="primary" size="large" onClick={skip}>
        Skip for Now
      </Button>
      <BackButton onClick={() => dispatch(setHoaStep('hoa_info'))} />
    </StepScreen>
  );
};

/** Not natively disabled, because pressing it explains that uploads come later. */
const UploadOption = ({ onPress }: { onPress: () => void }) => (
  <button
    type="button"
    aria-disabled="true"
    onClick={onPress}
    className="flex items-center gap-3.5 rounded-lg border border-line-strong border-dashed px-4 py-4 text-left text-ink-2"
  >
    <FileSpreadsheet aria-hidden className="size-6 shrink-0 text-ink-3" strokeWidth={1.6} />
    <span className="min-w-0 flex-1">
      <span className="block font-semibold">Upload Excel/CSV file</span>
      <span className="block text-ink-3 text-sm">All your addresses at once</span>
    </span>
    <Badge>Coming Soon</Badge>
  </button>
);

const PartLabel = ({ number }: { number: 1 | 2 }) => (
  <p className="justify-self-start rounded-sm bg-sunk px-2 py-0.5 font-medium text-ink-2 text-sm">Step {number} of 2</p>
);
