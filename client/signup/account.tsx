import { ArrowLeft, ShieldCheck } from 'lucide-react';
import { NewPasswords } from '../auth/passwords.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { formatPrice } from '../ui/format.ts';
import { Input } from '../ui/input.tsx';
import { availabilityHint, TAKEN, WithSign } from './availability.tsx';
import { Failed } from './failure.tsx';
import { backToPlans } from './moves.ts';
import type { ChosenPlan } from './state.ts';
import { StepScreen } from './step.tsx';
import { change, useSignup } from './store.ts';
import { useAccount } from './use-account.ts';

/** Step 2: who signs up, and for which HOA. Continuing creates both, with a trial that waits for a card. */
export const AccountStep = () => {
  const { errors: failures, plan } = useSignup();
  const { register, submit, errors, busy, email, hoa_name } = useAccount();
  const taken = (field: 'email' | 'hoa_name', status: string) => (status === 'taken' ? TAKEN[field] : undefined);
  const waits = email === 'checking' || hoa_name === 'checking';
  return (
    <StepScreen step="account_creation" title="Create Your Account" subtitle={plan && <Chosen plan={plan} />}>
      <p className="flex items-start gap-2.5 rounded-md bg-sunk px-3.5 py-2.5 text-ink-2">
        <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
        You'll automatically become the superadmin
      </p>
      <Failed failure={failures.account} />
      <Card>
        <form noValidate onSubmit={submit} className="grid gap-4 py-1">
          <div aria-live="polite">
            <Field
              label="Email"
              required
              error={errors.email?.message ?? taken('email', email)}
              hint={availabilityHint('Email', email)}
            >
              <WithSign status={email}>
                <Input
                  type="email"
                  autoComplete="username"
                  autoCapitalize="none"
                  spellCheck={false}
                  className="pr-9"
                  {...register('email')}
                />
              </WithSign>
            </Field>
          </div>
          <NewPasswords
            label="Password"
            hint="8 characters or more, with a letter and a number"
            first={{ field: register('password'), error: errors.password }}
            second={{ field: register('confirmPassword'), error: errors.confirmPassword }}
          />
          <Field label="Full name" required error={errors.name?.message}>
            <Input autoComplete="name" {...register('name')} />
          </Field>
          <div aria-live="polite">
            <Field
              label="HOA name"
              required
              error={errors.hoa_name?.message ?? taken('hoa_name', hoa_name)}
              hint={availabilityHint('HOA name', hoa_name)}
            >
              <WithSign status={hoa_name}>
                <Input autoComplete="organization" className="pr-9" {...register('hoa_name')} />
              </WithSign>
            </Field>
          </div>
          <Button type="submit" variant="primary" size="large" busy={busy} disabled={waits}>
            {busy ? 'Creating Account...' : 'Continue to Payment Setup'}
          </Button>
        </form>
      </Card>
      <Button
        variant="ghost"
        icon={ArrowLeft}
        className="-ml-3.25 max-md:-ml-4 justify-self-start"
        disabled={busy}
        onClick={() => change(backToPlans)}
      >
        Back to Plans
      </Button>
    </StepScreen>
  );
};

const Chosen = ({ plan }: { plan: ChosenPlan }) => (
  <>
    <b className="font-semibold text-ink">{plan.display_name}</b>, free for 30 days, then{' '}
    {formatPrice(plan.price_cents)} per month
  </>
);
