import { Compass } from 'lucide-react';
import { useSession } from '../device/session.ts';
import { paths } from '../paths.ts';
import { LinkButton } from '../ui/button.tsx';
import { PageHeader } from '../ui/page.tsx';

const NotFound = () => (
  <div className="mx-auto grid max-w-md justify-items-center gap-4 py-16 text-center">
    <Compass aria-hidden className="size-9 text-ink-3" strokeWidth={1.4} />
    <PageHeader title="Page not found" subtitle="The address may be mistyped, or the page has moved." />
    <Back />
  </div>
);

const Back = () =>
  useSession().user ? (
    <LinkButton variant="primary" href={paths.dashboard()}>
      Go to Dashboard
    </LinkButton>
  ) : (
    <LinkButton variant="primary" href={paths.login()}>
      Go to Sign In
    </LinkButton>
  );

export default NotFound;
