import { paths } from '../../../client/paths.ts';
import type { Email } from './app.ts';
import { apiAs } from './server.ts';

/** A record of each kind; 'none' where the account may see none. */
export type Ids = Record<
  'announcement' | 'draft' | 'request' | 'meeting' | 'violation' | 'due' | 'invoice' | 'user' | 'address' | 'account',
  string
>;
export const NOBODY: Ids = {
  announcement: 'none',
  draft: 'none',
  request: 'none',
  meeting: 'none',
  violation: 'none',
  due: 'none',
  invoice: 'none',
  user: 'none',
  address: 'none',
  account: 'none',
};

export const idsFor = async (email: Email): Promise<Ids> => {
  const call = apiAs(email);
  const first = async (area: string, query = ''): Promise<string> => {
    const { status, body } = await call('GET', `/api/${area}?limit=20${query}`);
    return status === 200 ? (body.docs[0]?._id ?? 'none') : 'none';
  };
  return {
    announcement: await first('announcements', '&status=sent'),
    draft: await first('announcements', '&status=draft'),
    request: await first('requests', '&search=gate'),
    meeting: await first('meetings'),
    violation: await first('violations'),
    due: await first('dues'),
    invoice: await first('invoices', '&status=pending'),
    user: await first('users'),
    address: await first('addresses'),
    account: await first('accounts'),
  };
};

const PUBLIC = {
  home: paths.home(),
  login: paths.login(),
  forgotPassword: paths.forgotPassword(),
  resetPassword: paths.resetPassword(),
  inviteAccept: `${paths.inviteAccept()}?token=none`,
  signup: paths.signup(),
  signupHoaSetup: paths.signupHoaSetup(),
  signupComplete: paths.signupComplete(),
  support: paths.support(),
  developers: paths.developers(),
  away: paths.away(),
  unsubscribe: paths.unsubscribe(),
  reactivation: paths.reactivation(),
};

/** Every path of the app: a new one without a screen here is a type error. */
export const screensOf = (ids: Ids): Record<keyof typeof paths, string> => ({
  ...PUBLIC,
  ...ownScreens(ids),
  ...communityScreens(ids),
  ...meetingScreens(ids),
  ...violationScreens(ids),
  ...moneyScreens(ids),
  ...peopleScreens(ids),
});

const ownScreens = ({ request }: Ids) => ({
  dashboard: paths.dashboard(),
  needsAttention: paths.needsAttention(),
  reports: paths.reports(),
  activity: paths.activity(),
  activityOf: paths.activityOf(request),
  profile: paths.profile(),
  calendar: paths.calendar(),
  settings: paths.settings(),
  settingsEdit: paths.settingsEdit('details'),
  apiAccess: paths.apiAccess(),
});

const communityScreens = (ids: Ids) => ({
  announcements: paths.announcements(),
  announcement: paths.announcement(ids.announcement),
  announcementEdit: paths.announcementEdit(ids.draft),
  announcementCreate: paths.announcementCreate(),
  requests: paths.requests(),
  request: paths.request(ids.request),
  requestMessages: paths.requestMessages(ids.request),
  requestCreate: paths.requestCreate(),
  requestAbout: paths.requestAbout('none'),
  documents: paths.documents(),
  documentsNamed: paths.documentsNamed('no document has this name'),
  documentUpload: paths.documentUpload(),
});

const meetingScreens = ({ meeting }: Ids) => ({
  meetings: paths.meetings(),
  meeting: paths.meeting(meeting),
  meetingCreate: paths.meetingCreate(),
  meetingContinue: paths.meetingContinue(meeting),
  meetingEdit: paths.meetingEdit(meeting),
  meetingRoom: paths.meetingRoom(meeting),
  meetingDesk: paths.meetingDesk(meeting),
  meetingScreen: paths.meetingScreen(meeting),
  meetingPrint: paths.meetingPrint(meeting, 'agenda'),
  meetingRules: paths.meetingRules(),
  decisions: paths.decisions(),
  actionItems: paths.actionItems(),
});

const violationScreens = ({ violation }: Ids) => ({
  compliance: paths.compliance(),
  violations: paths.violations(),
  violation: paths.violation(violation),
  violationMessages: paths.violationMessages(violation),
  violationCreate: paths.violationCreate(),
});

const moneyScreens = (ids: Ids) => ({
  dues: paths.dues(),
  due: paths.due(ids.due),
  dueEdit: paths.dueEdit(ids.due),
  dueCreate: paths.dueCreate(),
  statement: paths.statement(),
  accounts: paths.accounts(),
  account: paths.account(ids.account),
  accountEntry: paths.accountEntry(ids.account, 'none'),
  statements: paths.statements(),
  sale: paths.sale(ids.account),
  accountStatement: paths.accountStatement(ids.account),
  recordPayment: paths.recordPayment(),
  recordPaymentOf: paths.recordPaymentOf(ids.account),
  correctPayment: paths.correctPayment('none'),
  deposits: paths.deposits(),
  deposit: paths.deposit('none'),
  receipt: paths.receipt(ids.account, 'none'),
  moneyRules: paths.moneyRules(),
  fees: paths.fees(),
  letters: paths.letters(),
  lettersTo: paths.lettersTo([ids.account]),
  ageing: paths.ageing(),
  collections: paths.collections(),
  delinquency: paths.delinquency(),
  openingBalances: paths.openingBalances(),
  myAccount: paths.myAccount(),
  myEntry: paths.myEntry('none'),
  rules: paths.rules(),
  invoices: paths.invoices(),
  myInvoices: paths.myInvoices(),
  invoice: paths.invoice(ids.invoice),
});

const peopleScreens = ({ user, address }: Ids) => ({
  users: paths.users(),
  usersNamed: paths.usersNamed('nobody has this name'),
  bulkUpload: paths.bulkUpload(),
  userEdit: paths.userEdit(user),
  userInvite: paths.userInvite(),
  addresses: paths.addresses(),
  addressAdd: paths.addressAdd(),
  addressEdit: paths.addressEdit(address),
  addressResidents: paths.addressResidents(address),
  planUpdated: paths.planUpdated('none'),
  planSelection: paths.planSelection(),
  stripeSetup: paths.stripeSetup(),
});
