import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import type { Capability } from '../../../sync/roles.ts';
import { useSearchParams } from '../../device/location.ts';
import { useCan } from '../../device/session.ts';
import { useFocusAfter } from '../../forms/focus-after.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';

type Props = {
  section: Parameters<typeof paths.settingsEdit>[0];
  title: string;
  shown: ReactNode;
  form: (onDone: () => void) => ReactNode;
  /** The capability to change it. */
  needs?: Capability;
  /** False where the plan does not include it, so that it cannot be changed. */
  isIncluded?: boolean;
};

/** The card of one part of the settings: what is set, or its form. */
export const Section = ({ section, title, shown, form, needs = 'hoa.manage', isIncluded = true }: Props) => {
  const [, navigate] = useLocation();
  const manages = useCan(needs);
  const editing = useSearchParams().get('edit') === section && manages && isIncluded;
  const change = (
    <Button size="small" onClick={() => navigate(paths.settingsEdit(section))}>
      Change<span className="sr-only"> {title}</span>
    </Button>
  );
  return (
    <Card ref={useFocusAfter(editing)} title={title} actions={manages && isIncluded && !editing && change}>
      {editing ? form(() => navigate(paths.settings())) : shown}
      {!manages && <p className="pt-2.5 text-ink-3 text-sm">Only a superadmin can change this.</p>}
    </Card>
  );
};
