import { Link } from 'wouter';
import { useCan } from '../../device/session.ts';
import { paths } from '../../paths.ts';
import { PlanNote } from '../../screens/plan-note.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { Tokens } from './tokens.tsx';
import { Webhooks } from './webhooks.tsx';

/** /profile/api. Board members have tokens of their own, superadmins everybody's, and webhooks. */
const ApiAccess = () => {
  const manages = useCan('api.manage');
  return (
    <>
      <Breadcrumb entries={[{ label: 'Settings', href: paths.settings() }, { label: 'Custom Integrations' }]} />
      <PageHeader
        title="Custom Integrations"
        subtitle={
          <>
            {manages ? 'API access and webhooks' : 'API access'} for programs that work with your HOA’s records.{' '}
            <Link href={paths.developers()} className="text-pine-text underline underline-offset-2">
              Read the reference
            </Link>
          </>
        }
      />
      <PlanNote feature="api_access">
        <p>{manages ? 'Tokens and webhooks' : 'Tokens'} you already have keep working.</p>
      </PlanNote>
      <Tokens />
      {manages && <Webhooks />}
    </>
  );
};

export default ApiAccess;
