import type { ComponentProps } from 'react';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

type Props = { error?: string | undefined; orRecovery?: boolean } & ComponentProps<'input'>;

/** `orRecovery`: a recovery code is accepted too. */
export const CodeField = ({ error, orRecovery = true, ...input }: Props) => (
  <Field
    label="Code"
    required
    error={error}
    hint={`Six digits from your authenticator app${orRecovery ? ', or one of your recovery codes' : ''}`}
  >
    <Input
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      inputMode={orRecovery ? 'text' : 'numeric'}
      className="num"
      {...input}
    />
  </Field>
);
