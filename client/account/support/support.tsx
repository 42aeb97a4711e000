import { ArrowLeft, Clock, Mail, Timer } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { SUPPORT_EMAIL } from '../../config.ts';
import { paths } from '../../paths.ts';
import { Card } from '../../ui/card.tsx';
import { PageHeader } from '../../ui/page.tsx';

const Support = () => (
  <div className="mx-auto grid w-full max-w-xl gap-4.5">
    <Link href={paths.login()} className="flex items-center gap-1.5 justify-self-start py-1 text-ink-2 hover:text-ink">
      <ArrowLeft aria-hidden className="size-4" />
      Back to Sign In
    </Link>
    <PageHeader
      title="Support Center"
      documentTitle="Support"
      subtitle="A real person reads every message. Tell us what you were doing and what happened."
    />
    <Card flush>
      <Line icon={Mail} title="Email Support">
        <a href={`mailto:${SUPPORT_EMAIL}`} className="text-pine-text underline underline-offset-3">
          {SUPPORT_EMAIL}
        </a>
      </Line>
      <Line icon={Timer} title="Response Time">
        Within about 1 business day
      </Line>
      <Line icon={Clock} title="Hours">
        Monday to Friday, 9:00 AM to 5:00 PM Central
      </Line>
    </Card>
  </div>
);

export default Support;

const Line = ({ icon: Icon, title, children }: { icon: typeof Mail; title: string; children: ReactNode }) => (
  <div className="flex items-start gap-3 border-line border-t px-4.5 py-3.5 first:border-t-0">
    <Icon aria-hidden className="mt-0.5 size-4.5 text-ink-3" strokeWidth={1.8} />
    <div>
      <h2 className="font-semibold">{title}</h2>
      <p className="text-ink-2">{children}</p>
    </div>
  </div>
);
