import { clsx } from 'clsx';
import type { ReactNode, Ref } from 'react';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

/** The form of a screen, in its card. */
export const FormCard = ({ onSubmit, children }: { onSubmit: () => unknown; children: ReactNode }) => (
  <Card className="max-w-3xl">
    <PlainForm onSubmit={onSubmit}>{children}</PlainForm>
  </Card>
);

const LAYOUTS = {
  card: 'grid-cols-[minmax(0,1fr)] gap-4.5 py-1',
  /** Few fields in a row, such as a sign-in. */
  narrow: 'grid-cols-[minmax(0,1fr)] gap-4 py-1',
  /** Inside something that has its own margins. */
  bare: 'grid-cols-[minmax(0,1fr)] gap-4',
  /** Under what it is about, divided by a line. */
  below: 'mt-5 grid-cols-[minmax(0,1fr)] gap-4 border-line border-t pt-4',
};
export type FormLayout = keyof typeof LAYOUTS;

/** A form that the browser does not validate; `id` lets a button outside of it submit it. `className` replaces the
 * layout. */
export const PlainForm = ({
  id,
  ref,
  layout = 'card',
  className = `grid ${LAYOUTS[layout]}`,
  onSubmit,
  children,
}: {
  id?: string;
  ref?: Ref<HTMLFormElement>;
  layout?: FormLayout;
  className?: string;
  onSubmit: () => unknown;
  children: ReactNode;
}) => (
  <form
    id={id}
    ref={ref}
    noValidate
    className={className}
    onSubmit={(event) => {
      event.preventDefault();
      // React passes it on to the form around a dialog.
      event.stopPropagation();
      onSubmit();
    }}
  >
    {children}
  </form>
);

type Common = {
  /** The submit button's label: "Create Due", or "Creating…" while busy; null where nothing can be submitted. */
  submit: string | null;
  busy: boolean;
  note?: ReactNode;
  /** Buttons after it, which outrank it. */
  others?: ReactNode;
  isDanger?: boolean;
};

/** The way out of a form: a link, or what its button does. A quiet button has no border. */
export type FormExit =
  | { back: { label: string; href: string }; onCancel?: never }
  | { back?: never; onCancel: () => void; cancel?: string; isQuiet?: boolean };

/** The last row of a form: the draft's note, the way out, and the submit button, dimmed once `done`. One that `stacks` has
 * a line for each button on a phone. */
export const FormActions = ({
  note,
  submit,
  busy,
  isDanger = false,
  done = false,
  disabled = false,
  stacks = false,
  others,
  ...exit
}: Common & FormExit & { done?: boolean; disabled?: boolean; stacks?: boolean }) => (
  <div className={clsx('flex flex-wrap items-center justify-end gap-2', stacks && STACKED)}>
    <span className={clsx('mr-auto empty:hidden', others ? 'max-lg:basis-full' : 'max-md:basis-full')}>{note}</span>
    <Exit {...exit} />
    {submit !== null && (
      <Button
        type="submit"
        variant={isDanger ? 'danger' : others ? 'secondary' : 'primary'}
        busy={busy}
        disabled={disabled}
        aria-disabled={done || undefined}
      >
        {submit}
      </Button>
    )}
    {others}
  </div>
);

const STACKED = 'max-md:flex-col-reverse max-md:flex-nowrap max-md:items-stretch';

const Exit = (exit: FormExit) =>
  exit.back ? (
    <LinkButton variant="ghost" href={exit.back.href}>
      {exit.back.label}
    </LinkButton>
  ) : (
    <Button {...(exit.isQuiet && { variant: 'ghost' })} onClick={exit.onCancel}>
      {exit.cancel ?? 'Cancel'}
    </Button>
  );

type Props = Omit<Common, 'submit'> & { form: string; onCancel: () => void; submit: string };

/** The same row as the footer of a dialog, which stands outside the form whose id is `form`. */
export const DialogActions = ({ note, form, onCancel, submit, busy, isDanger = false }: Props) => (
  <>
    {note && <span className="mr-auto self-center empty:hidden">{note}</span>}
    <Button onClick={onCancel}>Cancel</Button>
    <Button type="submit" form={form} variant={isDanger ? 'danger' : 'primary'} busy={busy}>
      {submit}
    </Button>
  </>
);
