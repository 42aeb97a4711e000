import { House, LayoutDashboard, type LucideIcon, Users } from 'lucide-react';
import { SUPPORT_EMAIL } from '../config.ts';
import { Card } from '../ui/card.tsx';

const STEPS: readonly (readonly [icon: LucideIcon, title: string, hint: string])[] = [
  [House, 'Add addresses', 'The homes and units of your community'],
  [Users, 'Invite users', 'Residents and the other members of the board'],
  [LayoutDashboard, 'Start managing', 'Announcements, requests, dues and all the rest'],
];

/** What to do first in the app. */
export const NextSteps = () => (
  <Card title="Next steps">
    <ol className="grid gap-3">
      {STEPS.map(([Icon, title, hint]) => (
        <li key={title} className="flex items-start gap-3">
          <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-pine-text" strokeWidth={2} />
          <span>
            <span className="block font-medium">{title}</span>
            <span className="block text-ink-3 text-sm">{hint}</span>
          </span>
        </li>
      ))}
    </ol>
  </Card>
);

export const QuestionsLine = () => (
  <p className="text-center text-ink-2">
    Questions? Write to{' '}
    <a href={`mailto:${SUPPORT_EMAIL}`} className="text-pine-text underline underline-offset-3">
      {SUPPORT_EMAIL}
    </a>
  </p>
);
