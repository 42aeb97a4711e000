import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { loginForm } from '../../schema/auth.ts';
import { ApiError, messageOf } from '../api.ts';
import { paths } from '../paths.ts';
import { signIn, useSession } from '../session.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Field } from '../ui/field.tsx';
import { Input, PasswordInput } from '../ui/input.tsx';
import { Frame, TextLink } from './parts.tsx';

const Login = () => {
  const { register, submit, errors, isSubmitting, message } = useLogin();
  return (
    <Frame title="Sign in" subtitle="to your homeowners' association">
      {message && <Alert tone="error">{message}</Alert>}
      <Card>
        <form noValidate onSubmit={submit} className="grid gap-4 py-1">
          <Field label="Email" error={errors.email?.message}>
            <Input
              type="email"
              autoComplete="username"
              autoCapitalize="none"
              spellCheck={false}
              {...register('email')}
            />
          </Field>
          <Field label="Password" error={errors.password?.message}>
            <PasswordInput autoComplete="current-password" {...register('password')} />
          </Field>
          <Button type="submit" variant="primary" size="large" busy={isSubmitting}>
            {isSubmitting ? 'Signing in...' : 'Sign in'}
          </Button>
          <TextLink href={paths.forgotPassword()}>Forgot your password?</TextLink>
        </form>
      </Card>
      <TextLink href={paths.signup()}>New HOA? Start your free trial</TextLink>
    </Frame>
  );
};
export default Login;

const useLogin = () => {
  const session = useSession();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm({ resolver: zodResolver(loginForm), defaultValues: { email: '', password: '' } });
  const clear = () => setFailure('');
  const submit = form.handleSubmit(async ({ email, password }) => {
    clear();
    await signIn(email, password).catch((error: unknown) => setFailure(failureOf(error)));
  }, clear);
  const notice = session.status === 'out' ? session.notice : undefined;
  const { errors, isSubmitting } = form.formState;
  return { register: form.register, errors, isSubmitting, submit, message: failure ?? notice };
};

const failureOf = (error: unknown): string => {
  const answered = error instanceof ApiError && error.status > 0;
  return messageOf(error, answered ? 'Login failed' : 'An unexpected error occurred. Please try again.');
};
