import { type ComponentProps, useState } from 'react';
import { type KeyName, useKeys } from './keys.ts';
import { QuickPick } from './quick-pick.tsx';
import { Select } from './select.tsx';

type Props<Value extends string> = ComponentProps<typeof Select<Value>> & {
  keyName: KeyName;
  /** Heads the options that the key opens. */
  title: string;
};

/** A select that a key opens too, as numbered options. */
export const KeyedSelect = <Value extends string>({ keyName, title, ...select }: Props<Value>) => {
  const [open, setOpen] = useState(false);
  useKeys({ [keyName]: () => setOpen(true) });
  return (
    <>
      <Select {...select} />
      <QuickPick
        open={open}
        onClose={() => setOpen(false)}
        title={title}
        options={select.options}
        value={select.value}
        onPick={select.onChange}
      />
    </>
  );
};
