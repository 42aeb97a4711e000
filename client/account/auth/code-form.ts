import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { codeInput } from '../../../schema/auth.ts';
import { failureOf } from '../../forms/failure.tsx';

/** A form with one code; why it was refused stands beside it. `send` throws ApiError. */
export const useCodeForm = (send: (code: string) => Promise<void>, fallback: string) => {
  const [refused, setRefused] = useState<string>();
  const form = useForm({ resolver: zodResolver(codeInput), defaultValues: { code: '' } });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(
    async ({ code }) => {
      setRefused(undefined);
      await send(code).catch((error: unknown) => {
        const { message, reason } = failureOf(error, fallback);
        setRefused(reason ? `${message} ${reason}` : message);
        form.setFocus('code', { shouldSelect: true });
      });
    },
    () => setRefused(undefined),
  );
  return { field: form.register('code'), error: errors.code?.message ?? refused, submit, busy: isSubmitting };
};
