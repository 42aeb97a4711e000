import { type ComponentType, lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import type { MeetingRuleSettings } from '../../../schema/meetings.ts';
import { NOT_LEGAL_ADVICE } from '../../../sync/meetings/rules.ts';
import { useSearchParams } from '../../device/location.ts';
import { useRows, useStored } from '../../device/store.ts';
import { useFocusAfter } from '../../forms/focus-after.ts';
import { OfflineAlert } from '../../screens/waiting.tsx';
import { Alert } from '../../ui/alert.tsx';
import { Button } from '../../ui/button.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/list.tsx';
import { Breadcrumb, PageHeader } from '../../ui/page.tsx';
import { LOADER } from '../model.ts';
import { useSettings } from '../people.ts';
import { DirectorsList, type RuleFormProps, type SentenceSection, SentencesOf, TemplatesList } from './rule-words.tsx';

const VotingUnits = lazy(() => import('./voting-units.tsx'));

/** /meetings/rules: what the HOA has decided about its meetings, a section each. `?edit=` names the open form. */
const MeetingRules = () => {
  const isHere = useStored('meetingRules').isComplete;
  const stored = useRows('meetingRules').all[0];
  return (
    <>
      <Breadcrumb entries={[LOADER.list, { label: 'Meeting Rules' }]} />
      <PageHeader
        title="Meeting Rules"
        subtitle="Each meeting copies the rules when you schedule it. Later changes don’t affect it."
      />
      <div className="max-w-5xl">
        <Alert tone="info">{NOT_LEGAL_ADVICE}</Alert>
      </div>
      <OfflineAlert />
      {isHere ? (
        <div className="grid max-w-5xl grid-cols-[minmax(0,1fr)] gap-3.5">
          {SECTIONS.map((section) => (
            <Section key={section.key} section={section} />
          ))}
          <Suspense fallback={<SkeletonRows rows={3} />}>
            <VotingUnits />
          </Suspense>
          {stored && (
            <p className="num text-ink-3 text-sm">
              Last changed by {stored.changed_by_name} on {formatDateTime(stored.changed_at)}.
            </p>
          )}
        </div>
      ) : (
        <SkeletonRows rows={6} />
      )}
    </>
  );
};

export default MeetingRules;

type SectionParts = {
  key: string;
  title: string;
  about: string;
  Form: ComponentType<RuleFormProps>;
  Shown: ComponentType<{ settings: MeetingRuleSettings }>;
};

const sentences = (section: SentenceSection) => (props: { settings: MeetingRuleSettings }) => (
  <SentencesOf section={section} {...props} />
);

const SECTIONS: readonly SectionParts[] = [
  {
    key: 'notice',
    title: 'Notice',
    about: 'How early notice must be sent',
    Form: lazy(() => import('./forms/notice-rules.tsx')),
    Shown: sentences('notice'),
  },
  {
    key: 'quorum',
    title: 'Quorum',
    about: 'How many must be present',
    Form: lazy(() => import('./forms/quorum-rules.tsx')),
    Shown: sentences('quorum'),
  },
  {
    key: 'voting',
    title: 'Motions and Votes',
    about: 'What a motion needs, and what the minutes show',
    Form: lazy(() => import('./forms/voting-rules.tsx')),
    Shown: sentences('voting'),
  },
  {
    key: 'proxies',
    title: 'Proxies',
    about: 'Voting for owners who can’t attend',
    Form: lazy(() => import('./forms/proxy-rules-form.tsx')),
    Shown: sentences('proxies'),
  },
  {
    key: 'suspension',
    title: 'Suspension',
    about: 'Whether a unit can lose its vote temporarily',
    Form: lazy(() => import('./forms/suspension-rules.tsx')),
    Shown: sentences('suspension'),
  },
  {
    key: 'directors',
    title: 'Directors',
    about: 'Who serves on the board, and in what office',
    Form: lazy(() => import('./forms/directors-form.tsx')),
    Shown: DirectorsList,
  },
  {
    key: 'templates',
    title: 'Agenda Templates',
    about: 'What a new meeting’s agenda starts with',
    Form: lazy(() => import('./templates-form.tsx')),
    Shown: TemplatesList,
  },
];

/** The card of one part of the rules: what is set, or its form. */
const Section = ({ section: { key, title, about, Form, Shown } }: { section: SectionParts }) => {
  const [path, navigate] = useLocation();
  const editing = useSearchParams().get('edit') === key;
  const settings = useSettings();
  return (
    <section
      ref={useFocusAfter(editing)}
      aria-labelledby={`rule-${key}`}
      className="min-w-0 rounded-lg border border-line bg-card px-4 py-3.5 shadow-card print:border-0"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id={`rule-${key}`} className="font-semibold text-lg tracking-[-0.01em]">
          {title}
        </h2>
        {!editing && (
          <Button size="small" className="ml-auto" onClick={() => navigate(`${path}?edit=${key}`)}>
            Change<span className="sr-only"> {title}</span>
          </Button>
        )}
      </div>
      <p className="text-ink-2 text-sm">{about}</p>
      {editing ? (
        <div className="mt-3.5 border-line border-t pt-3.5">
          <Suspense fallback={<SkeletonRows rows={3} />}>
            <Form settings={settings} onDone={() => navigate(path)} />
          </Suspense>
        </div>
      ) : (
        <div className="pt-2.5">
          <Shown settings={settings} />
        </div>
      )}
    </section>
  );
};
