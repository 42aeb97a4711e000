export type Scale =
  | '1,000'
  | '10,000'
  | '50,000'
  | 'large demo'
  | 'ten years'
  | 'search'
  | 'size'
  | 'features'
  | 'ledger'
  | 'meetings'
  | 'audits';

type Definition = {
  label: string;
  unit: 'ms' | 'bytes' | 'kB' | 'MB' | 'of 100';
  /** The most that Porchlight may need of what the usual backend needs. */
  ratio?: number;
  /** The most where there is nothing to compare with. */
  most?: number;
  /** The budget is for the 95th percentile, where there are enough values. */
  tail?: boolean;
  /** The least of what should be high. */
  least?: number;
};

/** Everything that is measured, in the order of the table, with its budget. */
export const FIGURES = {
  query: { label: 'one-off filter + sort, top 50, fresh page', unit: 'ms', ratio: 0.12 },
  ownChange: { label: "change -> one's own subscribed list", unit: 'ms', ratio: 0.12 },
  warmFirst: { label: 'warm start: first screen', unit: 'ms', ratio: 0.35 },
  warmAll: { label: 'warm start: all rows', unit: 'ms', ratio: 0.7 },
  otherClient: { label: 'change -> other client', unit: 'ms', ratio: 0.3 },
  cpu: { label: 'server CPU a change, all processes', unit: 'ms', ratio: 0.25 },
  cpuEmpty: { label: "of it the server's own for an empty request", unit: 'ms' },
  cpuIdle: { label: 'server CPU a second, two idle clients', unit: 'ms' },
  bytesReceiver: { label: 'bytes a change, receiver', unit: 'bytes', ratio: 0.25 },
  bytesSender: { label: 'bytes a change, sender', unit: 'bytes' },
  coldAll: { label: 'cold: all queryable', unit: 'ms', ratio: 0.95 },
  coldPersisted: { label: 'cold: persisted', unit: 'ms', ratio: 0.95 },
  offlineChange: { label: 'one of 200 changes while offline', unit: 'ms' },
  drainServer: { label: '200 offline changes: server has all', unit: 'ms', ratio: 0.13 },
  drainOther: { label: '200 offline changes: other client has all', unit: 'ms', ratio: 0.13 },
  catchUp: { label: 'catch-up after one change', unit: 'bytes', ratio: 0.9 },
  library: { label: 'library, gzip (ours with the rules of every feature)', unit: 'kB' },
  libraryStart: { label: 'of it what every start needs', unit: 'kB', most: 60 },
  libraryReplicache: { label: 'of it Replicache', unit: 'kB' },
  libraryZod: { label: 'of it zod', unit: 'kB' },
  libraryOwn: { label: 'of it our own', unit: 'kB' },
  worker: { label: 'worker bundle, gzip', unit: 'kB', most: 1000 },
  demoUsable: { label: 'first sync: first rows painted', unit: 'ms', most: 600 },
  demoComplete: { label: 'first sync: complete', unit: 'ms', most: 2500 },
  demoWarmFirst: { label: 'warm: first rows painted', unit: 'ms', most: 200 },
  demoWarmAll: { label: 'warm: all rows', unit: 'ms', most: 300 },
  demoHeap: { label: 'heap with all rows', unit: 'MB', most: 40 },
  demoKey: { label: 'key in the search field -> painted', unit: 'ms', most: 17 },
  demoOther: { label: 'change -> other client, painted', unit: 'ms', most: 30 },
  searchBuild: { label: 'palette: from the key until its index is complete', unit: 'ms' },
  searchLongest: { label: 'palette: longest task meanwhile', unit: 'ms', most: 50 },
  searchCold: { label: 'palette: first query -> painted', unit: 'ms', most: 50 },
  searchNext: { label: 'palette: 60 more queries -> painted', unit: 'ms', most: 50 },
  searchHeap: { label: 'palette: heap with its index', unit: 'MB' },
  sending: { label: 'announcement to 400: each has one mail, on record', unit: 'ms', most: 10_000 },
  invoices: { label: 'due for 400: each has an invoice', unit: 'ms', most: 3000 },
  invoiceMails: { label: 'due for 400: each has a mail of it', unit: 'ms', most: 3000 },
  ledgerEntry: { label: 'an entry as JSON', unit: 'bytes', most: 350 },
  ledgerFold: { label: 'balances, buckets and totals, cold', unit: 'ms', most: 80 },
  ledgerOtherDay: { label: 'the same as of another day', unit: 'ms', most: 80 },
  ledgerNext: { label: 'the same after one more entry', unit: 'ms', most: 1 },
  ledgerListed: { label: 'first sync: accounts listed', unit: 'ms', most: 300 },
  ledgerComplete: { label: 'first sync: complete', unit: 'ms', most: 3000 },
  ledgerHeap: { label: 'heap with all rows', unit: 'MB', most: 45 },
  ledgerOwn: { label: "a resident's own account, first sync", unit: 'ms', most: 250 },
  ledgerStatement: { label: 'statement: tap -> painted', unit: 'ms', most: 100 },
  ledgerStatementAll: { label: 'statement of five years: painted', unit: 'ms', most: 100 },
  ledgerAgeing: { label: 'ageing of 400 accounts: painted', unit: 'ms', most: 100 },
  ledgerFigure: { label: 'explanation of a figure: painted', unit: 'ms', most: 50 },
  ledgerRecord: { label: 'payment recorded offline -> own screen', unit: 'ms', most: 16 },
  ledgerIssuing: { label: 'a period issued to 400 accounts', unit: 'ms', most: 500 },
  ledgerFees: { label: 'late fees of 400 overdue accounts', unit: 'ms', most: 1500 },
  ledgerScreen: { label: '/account beyond a resident’s first load, gzip', unit: 'kB', most: 12 },
  deskOpened: { label: 'desk from a reload, offline: rows painted', unit: 'ms', most: 250 },
  deskFollowed: { label: 'desk by its link, offline: rows painted', unit: 'ms', most: 100 },
  roomOpened: { label: 'room from a reload, offline: quorum painted', unit: 'ms', most: 250 },
  roomFollowed: { label: 'room by its link, offline: quorum painted', unit: 'ms', most: 100 },
  deskFirstKey: { label: 'first key in the desk search -> painted hits', unit: 'ms', most: 16 },
  deskKey: { label: 'sixty more keys -> painted hits', unit: 'ms', most: 8 },
  deskFirstTick: { label: 'first Enter -> ticked, new quorum', unit: 'ms', most: 50 },
  deskTick: { label: 'sixty more', unit: 'ms', most: 16 },
  deskSlowTick: { label: 'Enter -> ticked, new quorum, 4 x slower CPU', unit: 'ms', most: 50 },
  deskSaved: { label: 'Enter -> saved on the device', unit: 'ms', most: 250, tail: true },
  deskBusy: { label: "processor time of the page's thread for a tick", unit: 'ms', most: 12 },
  meetingCold: { label: 'quorum and tally of 400 units, cold', unit: 'ms', most: 4, tail: true },
  meetingNext: { label: 'the same after one more fact', unit: 'ms', most: 4, tail: true },
  meetingLargeCold: { label: 'quorum and tally of 2,000 units, 10,000 facts, cold', unit: 'ms', most: 16, tail: true },
  meetingLarge: { label: 'the same after one more fact', unit: 'ms', most: 16, tail: true },
  roomRest: { label: '"The Rest Vote For" over 400, room -> painted', unit: 'ms', most: 60 },
  roomBusy: { label: "of it processor time of the page's thread", unit: 'ms' },
  displayItem: { label: 'next item -> painted on the display', unit: 'ms', most: 100, tail: true },
  meetingMinutes: { label: 'minutes of 30 items and 40 motions, cold', unit: 'ms', most: 20, tail: true },
  meetingMinutesNext: { label: 'the same after one more fact', unit: 'ms', most: 20, tail: true },
  meetingAccepted: { label: '4,000 offline facts of 3 devices accepted, one by one', unit: 'ms', most: 6000 },
  meetingEverywhere: { label: 'another device has them all', unit: 'ms', most: 2000 },
  meetingAcceptedParts: { label: '4,000 more, 100 to a change', unit: 'ms', most: 6000 },
  fileAdded: { label: 'meeting file of 4,000 facts added, offline', unit: 'ms', most: 1000 },
  deskLoad: { label: 'first load of the desk, gzip', unit: 'kB', most: 170 },
  roomLoad: { label: 'first load of the room, gzip', unit: 'kB', most: 170 },
  waitingKey: { label: 'key -> painted hits, 4,000 changes waiting', unit: 'ms', most: 16, tail: true },
  waitingTick: { label: 'Enter -> ticked, 4,000 changes waiting', unit: 'ms', most: 20 },
  waitingSaved: { label: 'Enter -> saved, 4,000 changes waiting', unit: 'ms', most: 250, tail: true },
  waitingBusy: { label: "processor time of the page's thread for a tick", unit: 'ms', most: 12 },
  waitingTray: { label: 'tray opened, 4,000 changes waiting', unit: 'ms', most: 100 },
  auditLogin: { label: 'sign-in: performance at a desk', unit: 'of 100', least: 95 },
  auditLoginPhone: { label: 'sign-in: performance on a slow phone', unit: 'of 100', least: 95 },
  auditLoginAccess: { label: 'sign-in: accessibility', unit: 'of 100', least: 95 },
  auditLoginPractices: { label: 'sign-in: best practices', unit: 'of 100', least: 95 },
  auditList: { label: 'list: performance at a desk', unit: 'of 100', least: 95 },
  auditListPhone: { label: 'list: performance on a slow phone', unit: 'of 100', least: 95 },
  auditListAccess: { label: 'list: accessibility', unit: 'of 100', least: 95 },
  auditListPractices: { label: 'list: best practices', unit: 'of 100', least: 95 },
  auditHome: { label: "resident's first screen: performance at a desk", unit: 'of 100', least: 95 },
  auditHomePhone: { label: "resident's first screen: performance on a slow phone", unit: 'of 100', least: 95 },
  auditHomeAccess: { label: "resident's first screen: accessibility", unit: 'of 100', least: 95 },
  auditHomePractices: { label: "resident's first screen: best practices", unit: 'of 100', least: 95 },
} as const satisfies Record<string, Definition>;

export type FigureName = keyof typeof FIGURES;
export const definitionOf = (name: FigureName): Definition => FIGURES[name];
