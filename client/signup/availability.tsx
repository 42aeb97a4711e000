import { Check, LoaderCircle, X } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { hoaNameKey } from '../../schema/hoas.ts';
import { availabilityInput } from '../../schema/signup.ts';
import { checkAvailable } from './calls.ts';
import { isReserved } from './state.ts';
import { useSignup } from './store.ts';

export type Availability = 'unknown' | 'checking' | 'available' | 'taken';
export type CheckedField = 'email' | 'hoa_name';

/** How long nobody has typed before it is asked. */
const PAUSE_MS = 500;
export const TAKEN: Record<CheckedField, string> = {
  email: 'This email is already registered',
  hoa_name: 'An HOA with this name already exists',
};
const [byEmail, byHoaName] = availabilityInput.options;

/** Whether what is typed is free, asked once typing rests. What this device's own signup holds is. A check that fails
 * says nothing; while `paused` none begins. */
export const useAvailability = (field: CheckedField, typed: string, paused: boolean): Availability => {
  const signup = useSignup();
  const isOwn = isReserved(signup, field, typed);
  const asked = queryOf(field, typed);
  const wanted = isOwn ? undefined : asked;
  const [known, setKnown] = useState<{ wanted: string; status: Availability }>();
  useEffect(() => {
    if (!wanted || paused) return;
    const ask = async () => {
      setKnown({ wanted, status: 'checking' });
      const isFree = await checkAvailable(field === 'email' ? { email: wanted } : { hoa_name: wanted });
      return isFree ? 'available' : 'taken';
    };
    let isCurrent = true;
    const settle = (status: Availability) => isCurrent && setKnown({ wanted, status });
    const timer = setTimeout(() => ask().then(settle, () => settle('unknown')), PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      // A check that is called off leaves no spinner behind.
      setKnown((now) => (now?.status === 'checking' ? undefined : now));
    };
  }, [field, wanted, paused]);
  if (isOwn && signup.resume_secret) return 'available';
  const status = known && known.wanted === asked ? known.status : 'unknown';
  return isOwn && status === 'taken' ? 'unknown' : status;
};

/** What is asked, in the form in which it is compared; undefined for what cannot be right yet. */
const queryOf = (field: CheckedField, typed: string): string | undefined =>
  field === 'email' ? byEmail.safeParse({ email: typed }).data?.email : nameKeyOf(typed);

const nameKeyOf = (typed: string): string | undefined => {
  const { data } = byHoaName.safeParse({ hoa_name: typed });
  return data && hoaNameKey(data.hoa_name);
};

const ICONS = {
  checking: <LoaderCircle aria-hidden className="size-4 animate-turn text-ink-3" />,
  available: <Check aria-hidden className="size-4 text-pine-text" strokeWidth={2.6} />,
  taken: <X aria-hidden className="size-4 text-red" strokeWidth={2.6} />,
};

/** An input with the sign of its availability at its end. */
export const WithStatusIcon = ({ status, children }: { status: Availability; children: ReactNode }) => (
  <span className="relative block">
    {children}
    {status !== 'unknown' && (
      <span className="pointer-events-none absolute inset-y-0 right-2.75 grid place-items-center">{ICONS[status]}</span>
    )}
  </span>
);

/** The words beside the sign; those for "taken" are the field's error. */
export const availabilityHint = (noun: string, status: Availability): ReactNode => {
  if (status === 'checking') return 'Checking availability...';
  if (status === 'available') return <span className="text-pine-text">{noun} is available</span>;
  // A pending signup of one's own is taken too, where this device has forgotten it.
  const mayBeOwn = status === 'taken' && noun === 'Email';
  return mayBeOwn ? 'Began to sign up before? Continue with the same password.' : undefined;
};
