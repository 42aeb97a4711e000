import type { ReactNode } from 'react';
import { Button, LinkButton } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';

/** The form of a screen, in its card. */
export const FormCard = ({ onSubmit, children }: { onSubmit: () => unknown; children: ReactNode }) => (
  <Card className="max-w-3xl">
    <PlainForm onSubmit={onSubmit}>{children}</PlainForm>
  </Card>
);

/** A form that the browser does not validate; `id` lets a button outside of it submit it. */
export const PlainForm = ({
  id,
  onSubmit,
  children,
}: {
  id?: string;
  onSubmit: () => unknown;
  children: ReactNode;
}) => (
  <form
    id={id}
    noValidate
    className="grid grid-cols-[minmax(0,1fr)] gap-4.5 py-1"
    onSubmit={(event) => {
      event.preventDefault();
      onSubmit();
    }}
  >
    {children}
  </form>
);

type Common = {
  /** The submit button's label: "Create Due", or "Creating..." while busy. */
  submit: string;
  busy: boolean;
  note?: ReactNode;
};

/** The last row of a form: the draft's note, the way out, and the submit button, dimmed once `done`. */
export const FormActions = ({
  note,
  back,
  submit,
  busy,
  done = false,
}: Common & { back: { label: string; href: string }; done?: boolean }) => (
  <div className="flex flex-wrap items-center justify-end gap-2">
    <span className="mr-auto empty:hidden max-md:basis-full">{note}</span>
    <LinkButton variant="ghost" href={back.href}>
      {back.label}
    </LinkButton>
    <Button type="submit" variant="primary" busy={busy} aria-disabled={done || undefined}>
      {submit}
    </Button>
  </div>
);

/** The same row as the footer of a dialog, which stands outside the form whose id is `form`. */
export const DialogActions = ({
  note,
  form,
  onCancel,
  submit,
  busy,
  isDanger = false,
}: Common & { form: string; onCancel: () => void; isDanger?: boolean }) => (
  <>
    {note && <span className="mr-auto self-center empty:hidden">{note}</span>}
    <Button onClick={onCancel}>Cancel</Button>
    <Button type="submit" form={form} variant={isDanger ? 'danger' : 'primary'} busy={busy}>
      {submit}
    </Button>
  </>
);
