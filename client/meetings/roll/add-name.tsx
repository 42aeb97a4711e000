import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';

/** Adds a name by its button or Enter; the field keeps a name that `onAdd` refuses with false. */
export const AddName = ({
  label,
  hint,
  placeholder,
  isFull = false,
  onAdd,
}: {
  label: string;
  hint: string;
  placeholder: string;
  isFull?: boolean;
  onAdd: (name: string) => boolean | undefined;
}) => {
  const [typed, setTyped] = useState('');
  const add = () => {
    const name = typed.trim();
    if (name && onAdd(name) !== false) setTyped('');
  };
  return (
    <Field label={label} hint={hint}>
      <span className="flex gap-2">
        <Input
          value={typed}
          maxLength={100}
          placeholder={placeholder}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
        />
        <Button icon={Plus} onClick={add} disabled={typed.trim() === '' || isFull}>
          Add
        </Button>
      </span>
    </Field>
  );
};
