import { Listbox as HeadlessListbox, Label, ListboxButton, ListboxOption, ListboxOptions } from '@headlessui/react';
import { Check } from 'lucide-react';
import { useImperativeHandle, useRef } from 'react';
import { useFieldProps } from './field-context.ts';
import { useOpened } from './on-demand.ts';
import { PopupPortal } from './popup-portal.tsx';
import { type Option, SELECT_LABEL, SelectFace, SelectFrame, type Shown, selectButton } from './select-frame.tsx';

type Choice =
  | { multiple: true; value: string[]; onChange: (value: string[]) => void }
  | { multiple: false; value: string | null; onChange: (value: string) => void };

const Listbox = ({ options, choice, ...face }: { options: readonly Option[]; choice: Choice } & Shown) => {
  const { 'aria-required': _, 'aria-describedby': __, ...field } = useFieldProps();
  const button = useRef<HTMLButtonElement>(null);
  useImperativeHandle(face.ref, () => button.current!);
  useOpened(button);
  return (
    <HeadlessListbox {...(choice as { value: string })} disabled={face.disabled}>
      <SelectFrame
        {...face}
        label={face.label && <FaceLabel {...face} />}
        isFullWidth={face.isLabelHidden}
        onClear={face.onClear}
        invalid={field['aria-invalid']}
        className={face.className}
        button={
          <ListboxButton {...field} ref={button} className={selectButton(face)}>
            <SelectFace {...face} />
          </ListboxButton>
        }
      />
      <PopupPortal of={button}>
        <ListboxOptions
          anchor={{ to: 'bottom start', gap: 8, padding: 8 }}
          transition
          modal={false}
          className="z-50 min-w-(--button-width) rounded-md bg-card p-1 shadow-float outline-none transition duration-100 data-closed:opacity-0"
        >
          {options.map((option) => (
            <Row key={option.value} option={option} />
          ))}
        </ListboxOptions>
      </PopupPortal>
    </HeadlessListbox>
  );
};

export default Listbox;

const FaceLabel = ({ label, isLabelHidden }: Shown) =>
  isLabelHidden ? <Label hidden aria-label={label} /> : <Label className={SELECT_LABEL}>{label}</Label>;

const Row = ({ option }: { option: Option }) => (
  <ListboxOption
    value={option.value}
    className="group flex min-h-8 select-none items-center gap-2 rounded-sm py-1 pr-3 pl-2 data-focus:bg-sunk touch:min-h-11"
  >
    <Check aria-hidden className="size-4 shrink-0 text-pine-text opacity-0 group-data-selected:opacity-100" />
    {option.icon}
    {option.label}
  </ListboxOption>
);
