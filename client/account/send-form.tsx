import { zodResolver } from '@hookform/resolvers/zod';
import type { ReactNode } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import type * as z from 'zod/mini';
import { PlainForm } from '../forms/actions.tsx';
import { failureOf } from '../forms/failure.tsx';
import { useSubmit } from '../forms/submit.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

/** A form with secrets, of which no draft is kept. `send` throws ApiError. */
export const useSendForm = <Values extends FieldValues>({
  schema,
  values,
  send,
  fallback,
}: {
  schema: z.core.$ZodType<Values, Values>;
  values: NoInfer<DefaultValues<Values>>;
  send: (typed: Values, form: UseFormReturn<Values, unknown, Values>) => Promise<unknown>;
  fallback: string;
}) => {
  const form = useForm<Values, unknown, Values>({ resolver: zodResolver(schema), defaultValues: values });
  const submission = useSubmit((error) => failureOf(error, fallback), { repeat: true });
  const submit = form.handleSubmit(
    async (typed) => void (await submission.submit(async () => void (await send(typed, form)))),
    submission.dismiss,
  );
  const { errors, isSubmitting } = form.formState;
  return { form, register: form.register, submit, busy: isSubmitting, failure: submission.failure, errors };
};

type Props = {
  onSubmit: () => unknown;
  submit: string;
  saving: string;
  busy: boolean;
  disabled?: boolean;
  children: ReactNode;
  below?: ReactNode;
};

/** The form of a narrow screen, in its card: its fields and one wide button. `saving` is its label while it is busy. */
export const NarrowForm = ({ onSubmit, submit, saving, busy, disabled = false, children, below }: Props) => (
  <Card>
    <PlainForm layout="narrow" onSubmit={onSubmit}>
      {children}
      <Button type="submit" variant="primary" size="large" busy={busy} disabled={disabled}>
        {busy ? saving : submit}
      </Button>
      {below}
    </PlainForm>
  </Card>
);
