import type { OutboxLabels, RecordHrefs, Verbs } from '../../outbox-label.ts';
import { paths } from '../../paths.ts';
import { typedAutomations } from './automation-values.ts';

export const drafts = {
  /** Some of {name, street, city, state, zip, email, phone}, with their `base` */
  details: () => 'hoa',
  /** {time_zone} */
  zone: () => 'hoa/zone',
  /** {accent, base} */
  branding: () => 'hoa/branding',
  /** {maintenance_id, …, remind_unanswered_days, remind_overdue} as typed */
  automations: () => 'hoa/automations',
};

export const labels = {
  updateHoa: {
    title: ({ time_zone }) => (time_zone ? 'Time zone of the association' : 'Association details'),
    edit: (update) =>
      update.time_zone
        ? { href: paths.settingsEdit('zone'), draft: { key: drafts.zone(), value: update } }
        : { href: paths.settingsEdit('details'), draft: { key: drafts.details(), value: update } },
  },
  updateBranding: {
    title: ({ logo }) => (logo === undefined ? 'Accent color' : 'Logo'),
    edit: ({ accent, base }) => ({
      href: paths.settingsEdit('branding'),
      ...(accent !== undefined && { draft: { key: drafts.branding(), value: { accent: accent ?? '', base } } }),
    }),
  },
  updateAutomations: {
    title: () => 'Automations',
    edit: (update) => ({
      href: paths.settingsEdit('automations'),
      draft: { key: drafts.automations(), value: typedAutomations(update) },
    }),
  },
  leaveHoa: { title: () => 'Leave Porchlight', edit: () => ({ href: paths.settings() }) },
  keepHoa: { title: () => 'Keep the association', edit: () => ({ href: paths.settings() }) },
  requireSecondFactors: {
    title: ({ required }) =>
      required ? 'Require two-step verification for superadmins' : 'Stop requiring two-step verification',
    edit: () => ({ href: paths.profile() }),
  },
} satisfies OutboxLabels;

export const hrefs = { hoa: paths.settings } satisfies RecordHrefs;

export const verbs = {
  updateHoa: 'changed the settings of',
  updateBranding: 'changed the branding of',
  updateAutomations: 'changed the automations of',
  leaveHoa: 'asked to remove',
  keepHoa: 'canceled the removal of',
  requireSecondFactors: 'changed who needs two-step verification in',
} satisfies Verbs;
