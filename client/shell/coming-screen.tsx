import { Hammer } from 'lucide-react';
import { paths } from '../paths.ts';
import { LinkButton } from '../ui/button.tsx';
import { EmptyState } from '../ui/list.tsx';
import { PageHeader } from '../ui/page.tsx';

/** Says honestly that this part is being built, and where to go meanwhile. */
export const ComingScreen = ({ title, subtitle }: { title: string; subtitle?: string | undefined }) => (
  <>
    <PageHeader title={title} subtitle={subtitle} />
    <EmptyState
      icon={Hammer}
      title="This part is being built"
      hint="It is not ready yet. Requests already work, with and without a connection."
    >
      <LinkButton href={paths.requests()}>Go to requests</LinkButton>
    </EmptyState>
  </>
);
