import type { AgendaTemplate, MeetingKind, MeetingRuleSettings, TemplateItem } from '../../../schema/meetings.ts';

const CALL: TemplateItem = { title: 'Call to order', kind: 'call_to_order' };
const QUORUM: TemplateItem = { title: 'Quorum', kind: 'quorum', minutes: 5 };
const PROOF: TemplateItem = { title: 'Proof of notice', kind: 'notice_proof' };
const MINUTES: TemplateItem = { title: 'Approval of minutes', kind: 'minutes', minutes: 5 };
const REPORTS: TemplateItem = { title: 'Reports', kind: 'reports', minutes: 15 };
const UNFINISHED: TemplateItem = { title: 'Unfinished business', kind: 'unfinished', minutes: 15 };
const NEW: TemplateItem = { title: 'New business', kind: 'new_business', minutes: 20 };
const FORUM: TemplateItem = { title: 'Open forum', kind: 'open_forum', minutes: 15 };
const END: TemplateItem = { title: 'Adjournment', kind: 'adjournment' };
const PURPOSE: TemplateItem = { title: 'Stated purpose', kind: 'business', minutes: 30 };

/** Those that ship. */
const TEMPLATES: readonly AgendaTemplate[] = [
  {
    id: 'board',
    name: 'Board meeting',
    body: 'board',
    items: [
      CALL,
      QUORUM,
      MINUTES,
      FORUM,
      REPORTS,
      UNFINISHED,
      NEW,
      { title: 'Executive session', kind: 'executive', minutes: 20, executive: true },
      END,
    ],
  },
  { id: 'board_special', name: 'Special board meeting', body: 'board', items: [CALL, QUORUM, PURPOSE, END] },
  {
    id: 'annual',
    name: 'Annual meeting',
    body: 'member',
    items: [
      CALL,
      QUORUM,
      PROOF,
      MINUTES,
      REPORTS,
      { title: 'Nominations', kind: 'nominations', minutes: 10 },
      { title: 'Ballot', kind: 'ballot', minutes: 20 },
      UNFINISHED,
      NEW,
      FORUM,
      { title: 'Results', kind: 'results', minutes: 5 },
      END,
    ],
  },
  { id: 'special', name: 'Special meeting', body: 'member', items: [CALL, QUORUM, PROOF, PURPOSE, END] },
];

export const templatesOf = ({ templates }: Pick<MeetingRuleSettings, 'templates'>): readonly AgendaTemplate[] =>
  templates ?? TEMPLATES;

/** The id of the template that a new meeting of this kind starts from. */
export const TEMPLATE_OF: Record<MeetingKind, string> = {
  board_regular: 'board',
  board_special: 'board_special',
  board_emergency: 'board_special',
  member_annual: 'annual',
  member_special: 'special',
};
