import { Link } from 'wouter';
import { paths } from '../../paths.ts';
import { PlanNote } from '../../screens/plan-note.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { Tokens } from './tokens.tsx';
import { Webhooks } from './webhooks.tsx';

/** /profile/api, for superadmins. */
const ApiAccess = () => (
  <>
    <Breadcrumb entries={[{ label: 'Settings', href: paths.settings() }, { label: 'Custom Integrations' }]} />
    <PageHeader
      title="Custom Integrations"
      subtitle={
        <>
          API access and webhooks for programs that work with your HOA’s records.{' '}
          <Link href={paths.developers()} className="text-pine-text underline underline-offset-2">
            Read the reference
          </Link>
        </>
      }
    />
    <PlanNote feature="api_access">
      <p>Tokens and webhooks you already have keep working.</p>
    </PlanNote>
    <Tokens />
    <Webhooks />
  </>
);

export default ApiAccess;
