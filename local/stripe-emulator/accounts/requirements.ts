/** A labelled field of the onboarding page, with a value that passes in test mode:
 * https://docs.stripe.com/connect/testing */
type Field = { name: string; label: string; sample: string; pattern: RegExp; hint?: string };

const FIELDS: Record<string, Field[]> = {
  'business_profile.url': [{ name: 'url', label: 'Website', sample: 'https://example.com', pattern: /\S/ }],
  'company.name': [
    { name: 'company', label: 'Legal name of the association', sample: 'Test Homeowners Association', pattern: /\S/ },
  ],
  'company.tax_id': [
    { name: 'tax_id', label: 'Employer ID number (EIN)', sample: '000000000', pattern: /^\d{2}-?\d{7}$/ },
  ],
  'representative.first_name': [{ name: 'first_name', label: 'First name', sample: 'Jenny', pattern: /\S/ }],
  'representative.last_name': [{ name: 'last_name', label: 'Last name', sample: 'Rosen', pattern: /\S/ }],
  'representative.dob.day': [
    { name: 'dob', label: 'Date of birth', sample: '1901-01-01', pattern: /^\d{4}-\d\d-\d\d$/ },
  ],
  'representative.id_number': [
    { name: 'id_number', label: 'Social Security number', sample: '000000000', pattern: /^\d{3}-?\d{2}-?\d{4}$/ },
  ],
  external_account: [
    { name: 'routing_number', label: 'Routing number', sample: '110000000', pattern: /^\d{9}$/ },
    { name: 'account_number', label: 'Account number', sample: '000123456789', pattern: /^\d{4,17}$/ },
  ],
  'tos_acceptance.date': [],
};

/** Facts that a new account must give before it may take money. */
export const ALL_REQUIREMENTS = Object.keys(FIELDS);

/** The fields that answer what is due; a requirement without a field of its own is answered by Finish. */
export const fieldsFor = (due: string[]): Field[] => due.flatMap((requirement) => FIELDS[requirement] ?? []);
