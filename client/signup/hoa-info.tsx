import { zodResolver } from '@hookform/resolvers/zod';
import { ArrowLeft } from 'lucide-react';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useLocation } from 'wouter';
import { hoaInfo } from '../../schema/signup.ts';
import { ApiError } from '../http.ts';
import { paths } from '../paths.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { Input } from '../ui/input.tsx';
import { TAKEN } from './availability.tsx';
import { complete } from './calls.ts';
import { holdEntry } from './entry.ts';
import { Failed, failureOf } from './failure.tsx';
import { backToSignup, completed, hoaStep, typeHoa } from './moves.ts';
import { Part } from './part.tsx';
import type { HoaInfo } from './state.ts';
import { StepScreen } from './step.tsx';
import { change, currentSignup, fail, useSignup } from './store.ts';

const FAILED = 'Failed to save your HOA. Please try again.';

/** The first of two: name and place. Leaving it completes the signup once more, with them. */
export const HoaInfoStep = () => {
  const { errors: failures } = useSignup();
  const [, navigate] = useLocation();
  const { register, submit, errors, busy } = useHoaInfo();
  const back = () => {
    change(backToSignup(Date.now()));
    navigate(paths.signup());
  };
  return (
    <StepScreen step="hoa_setup" title="Tell us about your HOA" subtitle="You can add this information later">
      <Part number={1} />
      <Failed failure={failures.hoa} />
      <Card>
        <form noValidate onSubmit={submit} className="grid gap-4 py-1">
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
          <Button type="submit" variant="primary" size="large" busy={busy}>
            {busy ? 'Saving...' : 'Continue'}
          </Button>
        </form>
      </Card>
      <Button
        variant="ghost"
        icon={ArrowLeft}
        className="-ml-3.25 max-md:-ml-4 justify-self-start"
        disabled={busy}
        onClick={back}
      >
        Back
      </Button>
    </StepScreen>
  );
};

const useHoaInfo = () => {
  const { hoa, account } = currentSignup();
  const form = useForm({
    resolver: zodResolver(hoaInfo),
    defaultValues: { ...hoa, name: hoa.name || account.hoa_name },
  });
  const { errors, isSubmitting } = form.formState;
  const [name, city, zip] = form.watch(['name', 'city', 'zip']);
  useEffect(() => change(typeHoa({ name, city: city ?? '', zip: zip ?? '' })), [name, city, zip]);
  const clear = () => fail('hoa');
  const submit = form.handleSubmit(async ({ name, city, zip }) => {
    clear();
    await save({ name, city: city ?? '', zip: zip ?? '' }).catch((error: unknown) => {
      if (error instanceof ApiError && error.message === TAKEN.hoa_name)
        return form.setError('name', { message: error.message }, { shouldFocus: true });
      fail('hoa', failureOf(error, FAILED));
    });
  }, clear);
  return { register: form.register, submit, errors, busy: isSubmitting };
};

const save = async (hoa: HoaInfo): Promise<void> => {
  const { completion, enter } = await complete(currentSignup(), hoa);
  holdEntry(enter);
  change((state) => hoaStep('address_upload')(completed(completion)(state)));
};
