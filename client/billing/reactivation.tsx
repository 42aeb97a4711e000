import { LogOut, ShieldCheck } from 'lucide-react';
import { Redirect } from 'wouter';
import { paths } from '../paths.ts';
import { useCan } from '../session.ts';
import { useSignOut } from '../shell/sign-out.ts';
import { SignOutDialog } from '../shell/sign-out-dialog.tsx';
import { useOnline } from '../store.ts';
import { Alert } from '../ui/alert.tsx';
import { Button, LinkButton } from '../ui/button.tsx';
import { SkeletonRows } from '../ui/list.tsx';
import { PageHeader } from '../ui/page.tsx';
import { endAwaiting, isReactivationAwaited } from './awaited.ts';
import { PreviousPlan } from './previous-plan.tsx';
import { Reorder } from './reorder.tsx';
import { useCheckoutCanceled } from './returned.ts';
import { useLapsed } from './use-lapsed.ts';

/** /reactivation: how the superadmin of an HOA whose subscription has run out orders a plan anew. */
const Reactivation = () => (useCan('hoa.manage') ? <Lapsed /> : <Redirect to={paths.dashboard()} replace />);

export default Reactivation;

const Lapsed = () => {
  const { canceled, dismiss } = useCheckoutCanceled(endAwaiting);
  const { standing, failed, ask } = useLapsed();
  const online = useOnline();

  if (!canceled && isReactivationAwaited()) return <Redirect to={paths.dashboard()} replace />;
  if (standing?.needsReactivation === false) return <Redirect to={paths.dashboard()} replace />;
  // Most who come here have nothing to reactivate: no heading before that is known.
  if (!standing && !failed && online) return <SkeletonRows rows={4} />;
  return (
    <>
      <PageHeader
        title="Reactivate your subscription"
        documentTitle="Reactivation"
        subtitle={standing && 'Your subscription has ended. Select a plan to start it again.'}
        actions={<SignOut />}
      />
      {canceled && (
        <Alert tone="info" onClose={dismiss}>
          Checkout was canceled. You can try again by selecting a plan below.
        </Alert>
      )}
      {!online && <Offline />}
      {failed && online && (
        <Alert
          tone="error"
          actions={
            <Button size="small" onClick={() => location.reload()}>
              Refresh
            </Button>
          }
        >
          Failed to load subscription information. Please try refreshing the page.
        </Alert>
      )}
      {standing?.subscription && (
        <>
          <PreviousPlan {...standing.subscription} />
          <NothingLost />
          <Reorder previous={standing.subscription.plan.name} online={online} onRefused={ask} />
        </>
      )}
    </>
  );
};

const SignOut = () => {
  const signOut = useSignOut();
  return (
    <>
      <Button icon={LogOut} onClick={() => void signOut.start()}>
        Sign Out
      </Button>
      <SignOutDialog signOut={signOut} />
    </>
  );
};

const Offline = () => (
  <Alert
    tone="info"
    actions={
      <LinkButton size="small" href={paths.dashboard()} className="self-center">
        Go to Dashboard
      </LinkButton>
    }
  >
    You are offline: reactivating needs a connection. Everything else works meanwhile.
  </Alert>
);

const NothingLost = () => (
  <p className="flex items-start gap-2 text-ink-2">
    <ShieldCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-pine-text" />
    <span>
      Nothing has been deleted. All records, documents and payments of your community are kept, and board members and
      residents go on working as before.
    </span>
  </p>
);
