import { Check, LoaderCircle, X } from 'lucide-react';
import { type ReactElement, type ReactNode, useEffect, useState } from 'react';
import { hoaNameKey } from '../../../schema/hoas.ts';
import { emailQuery, hoaNameQuery } from '../../../schema/signup.ts';
import { Field } from '../../ui/field.tsx';
import { checkAvailable } from './calls.ts';
import { useSignup } from './signup-store.ts';
import { isReserved } from './state.ts';

type Availability = 'unknown' | 'checking' | 'available' | 'taken';
type CheckedField = 'email' | 'hoa_name';

const PAUSE_MS = 500;
export const TAKEN: Record<CheckedField, string> = {
  email: 'This email is already registered',
  hoa_name: 'An HOA with this name already exists',
};

/** Values reserved by this device's own signup count as free. A failed check shows nothing. */
export const useAvailability = (field: CheckedField, typed: string, paused: boolean): Availability => {
  const signup = useSignup();
  const isOwn = isReserved(signup, field, typed);
  const query = queryOf(field, typed);
  const unchecked = isOwn ? undefined : query;
  const [checked, setKnown] = useState<{ wanted: string; status: Availability }>();
  useEffect(() => {
    if (!unchecked || paused) return;
    const ask = async () => {
      setKnown({ wanted: unchecked, status: 'checking' });
      const isFree = await checkAvailable(field === 'email' ? { email: unchecked } : { hoa_name: unchecked });
      return isFree ? 'available' : 'taken';
    };
    let isCurrent = true;
    const finish = (status: Availability) => isCurrent && setKnown({ wanted: unchecked, status });
    const timer = setTimeout(() => ask().then(finish, () => finish('unknown')), PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      // A canceled check must not leave a spinner.
      setKnown((now) => (now?.status === 'checking' ? undefined : now));
    };
  }, [field, unchecked, paused]);
  if (isOwn && signup.resume_secret) return 'available';
  const status = checked && checked.wanted === query ? checked.status : 'unknown';
  return isOwn && status === 'taken' ? 'unknown' : status;
};

/** The normalized value to check; undefined while it cannot be valid. */
const queryOf = (field: CheckedField, typed: string): string | undefined =>
  field === 'email' ? emailQuery.safeParse({ email: typed }).data?.email : nameKeyOf(typed);

const nameKeyOf = (typed: string): string | undefined => {
  const { data } = hoaNameQuery.safeParse({ hoa_name: typed });
  return data && hoaNameKey(data.hoa_name);
};

const ICONS = {
  checking: <LoaderCircle aria-hidden className="size-4 animate-turn text-ink-3" />,
  available: <Check aria-hidden className="size-4 text-pine-text" strokeWidth={2.6} />,
  taken: <X aria-hidden className="size-4 text-red" strokeWidth={2.6} />,
};

type Props = { label: string; status: Availability; error: string | undefined; taken: string; children: ReactElement };

/** A field whose value nobody else may have: shows whether it is free. */
export const UniqueField = ({ label, status, error, taken, children }: Props) => (
  <div aria-live="polite">
    <Field
      label={label}
      required
      error={error ?? (status === 'taken' ? taken : undefined)}
      hint={availabilityHint(label, status)}
    >
      <span className="relative block">
        {children}
        {status !== 'unknown' && (
          <span className="pointer-events-none absolute inset-y-0 right-2.75 grid place-items-center">
            {ICONS[status]}
          </span>
        )}
      </span>
    </Field>
  </div>
);

const availabilityHint = (noun: string, status: Availability): ReactNode => {
  if (status === 'checking') return 'Checking availability…';
  if (status === 'available') return <span className="text-pine-text">{noun} is available</span>;
  // The user's own pending signup counts as taken once this device has forgotten it, and so does their account elsewhere.
  const mayBeOwn = status === 'taken' && noun === 'Email';
  return mayBeOwn ? 'Is it yours? Continue with the password you chose for it.' : undefined;
};
