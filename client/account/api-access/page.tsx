import { Link } from 'wouter';
import { paths } from '../../paths.ts';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { Tokens } from './tokens.tsx';
import { Webhooks } from './webhooks.tsx';

/** /profile/api, for superadmins. */
const ApiAccess = () => (
  <>
    <Breadcrumb entries={[{ label: 'Settings', href: paths.settings() }, { label: 'API' }]} />
    <PageHeader
      title="API"
      subtitle={
        <>
          For programs that work with your HOA’s records.{' '}
          <Link href={paths.developers()} className="text-pine-text underline underline-offset-2">
            Read the reference
          </Link>
        </>
      }
    />
    <Tokens />
    <Webhooks />
  </>
);

export default ApiAccess;
