import { zodResolver } from '@hookform/resolvers/zod';
import { Building2, ChevronRight, LoaderCircle } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { useForm } from 'react-hook-form';
import { loginForm } from '../../../schema/auth.ts';
import { HAS_SIGNUP } from '../../config.ts';
import { ApiError, messageOf } from '../../device/api.ts';
import { type Association, lastFirst } from '../../device/associations.ts';
import { useSession } from '../../device/session.ts';
import { needsCode } from '../../device/step-up.ts';
import { paths } from '../../paths.ts';
import { Alert } from '../../ui/alert.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, PasswordInput } from '../../ui/input.tsx';
import { ProgressBar } from '../../ui/progress.tsx';
import { NarrowForm } from '../send-form.tsx';
import type { ChallengeProgress } from './challenge.ts';
import { BackButton, CodeStep } from './code-step.tsx';
import { Frame, TextLink } from './parts.tsx';
import { signIn } from './sign-in.ts';

const Login = () => {
  const login = useLogin();
  if (login.awaiting) return <CodeStep email={login.awaiting.email} send={login.sendCode} onBack={login.back} />;
  return login.several ? <ChooseAssociation {...login} several={login.several} /> : <LoginForm {...login} />;
};
export default Login;

type LoginState = ReturnType<typeof useLogin>;

const LoginForm = ({ register, submit, errors, isSubmitting, message, challenge }: LoginState) => (
  <Frame title="Sign in" subtitle="to your homeowners’ association">
    {message && <Alert tone="error">{message}</Alert>}
    {challenge && <SolvingChallenge {...challenge} />}
    <NarrowForm
      onSubmit={submit}
      submit="Sign in"
      saving="Signing in…"
      busy={isSubmitting}
      below={<TextLink href={paths.forgotPassword()}>Forgot your password?</TextLink>}
    >
      <Field label="Email" error={errors.email?.message}>
        <Input type="email" autoComplete="username" autoCapitalize="none" spellCheck={false} {...register('email')} />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput autoComplete="current-password" {...register('password')} />
      </Field>
    </NarrowForm>
    {HAS_SIGNUP && <TextLink href={paths.signup()}>New HOA? Start your free trial</TextLink>}
  </Frame>
);

const SolvingChallenge = ({ tried, range }: ChallengeProgress) => (
  <div role="status" className="grid gap-2.5 rounded-md bg-pine-soft px-3.5 py-3 text-pine-text">
    <p>
      <span className="font-semibold">Too many failed sign-ins. One moment, please.</span> For security, your device is
      running a short check. You’ll be signed in automatically.
    </p>
    <ProgressBar label="Security check" value={tried} max={range} />
  </div>
);

type Props = LoginState & { several: Several };

const ChooseAssociation = ({ several, choose, opening, back, message, challenge }: Props) => {
  const { first, others } = lastFirst(several.associations);
  const choices = [...first, ...others];
  return (
    <Frame
      title="Which Association?"
      documentTitle="Sign in"
      subtitle={<span className="[overflow-wrap:anywhere]">{several.email} belongs to several.</span>}
    >
      {message && <Alert tone="error">{message}</Alert>}
      {challenge && <SolvingChallenge {...challenge} />}
      <Card flush>
        <ul className="divide-y divide-line">
          {choices.map((association, at) => (
            <li key={association.id}>
              <AssociationButton
                {...association}
                autoFocus={at === 0}
                isLast={first.includes(association)}
                busy={opening === association.id}
                disabled={opening !== null}
                onClick={() => choose(association.id)}
              />
            </li>
          ))}
        </ul>
      </Card>
      <BackButton disabled={opening !== null} onClick={back} />
    </Frame>
  );
};

type AssociationButtonProps = Association & { isLast: boolean; busy: boolean } & Pick<
    ComponentProps<'button'>,
    'autoFocus' | 'disabled' | 'onClick'
  >;

const AssociationButton = ({ name, isLast, busy, ...button }: AssociationButtonProps) => (
  <button
    {...button}
    id={undefined}
    type="button"
    aria-busy={busy || undefined}
    className="flex min-h-13 w-full items-center gap-3 px-4 py-2.5 text-left hover:bg-sunk disabled:cursor-not-allowed"
  >
    <Building2 aria-hidden className="size-4.5 shrink-0 text-ink-3" strokeWidth={1.8} />
    <span className="min-w-0 flex-1 font-semibold [overflow-wrap:anywhere]">{name}</span>
    {isLast && <Badge>Last opened</Badge>}
    {busy ? (
      <LoaderCircle aria-hidden className="size-4 shrink-0 animate-turn text-ink-3" />
    ) : (
      <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-3" />
    )}
  </button>
);

/** The password is kept in memory until one is chosen. */
type Several = { email: string; password: string; associations: Association[] };
/** The user whose code is still to be entered, with the password, likewise. */
type Awaiting = { email: string; password: string; hoa_id: string | undefined };

/** The steps after the password: an association of several, or a code. */
const useSteps = () => {
  const [failure, setFailure] = useState<string | null>(null);
  const [several, setSeveral] = useState<Several | null>(null);
  const [awaiting, setAwaiting] = useState<Awaiting | null>(null);
  const [opening, setOpening] = useState<string | null>(null);
  const [challenge, setChallenge] = useState<ChallengeProgress | null>(null);
  const clear = () => setFailure('');
  const open = async (email: string, password: string, hoa_id?: string): Promise<void> => {
    clear();
    const associations = await signIn(email, password, { hoa_id, onChallenge: setChallenge }).catch((error: unknown) =>
      needsCode(error) ? setAwaiting({ email, password, hoa_id }) : setFailure(failureOf(error)),
    );
    if (associations) setSeveral({ email, password, associations });
  };
  const choose = async (hoa_id: string) => {
    if (!several) return;
    setOpening(hoa_id);
    await open(several.email, several.password, hoa_id);
    setOpening(null);
  };
  const sendCode = async (code: string) => {
    if (awaiting) await signIn(awaiting.email, awaiting.password, { hoa_id: awaiting.hoa_id, code });
  };
  const back = () => {
    clear();
    setAwaiting(null);
    setSeveral(null);
  };
  return { open, clear, failure, several, awaiting, sendCode, choose, opening, back, challenge };
};

const useLogin = () => {
  const session = useSession();
  const { open, clear, failure, ...steps } = useSteps();
  const form = useForm({ resolver: zodResolver(loginForm), defaultValues: { email: '', password: '' } });
  const notice = session.status === 'out' ? session.notice : undefined;
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(({ email, password }) => open(email, password), clear);
  return { ...steps, register: form.register, errors, isSubmitting, submit, message: failure ?? notice };
};

const failureOf = (error: unknown): string => {
  const answered = error instanceof ApiError && error.status > 0;
  return messageOf(error, answered ? 'Login failed' : 'An unexpected error occurred. Please try again.');
};
