import type { Client } from '@libsql/client';
import type { OnlineMethod } from '../schema/paying.ts';
import type { Origin } from '../sync/server/activity.ts';
import type { CommitPoke } from '../sync/server/pokes.ts';
import type { Actor } from '../sync/tx.ts';
import type { Log } from './services/log.ts';
import type { Mailer } from './services/mailer.ts';
import type { Metrics } from './services/metrics.ts';
import type { MinuteCounts } from './services/minute-counts.ts';
import type { Once } from './services/once.ts';
import type { S3Config, Storage } from './services/storage.ts';

/** Stripe's price of a payment by each method; `most_cents` is its ceiling. */
export type Prices = Record<OnlineMethod, { basis_points: number; fixed_cents: number; most_cents: number | null }>;

export type Config = {
  publicUrl: string;
  /** Signs; those before it are still accepted (`verifyingSecrets` in auth/secrets.ts). */
  jwtSecret: string;
  previousJwtSecrets?: readonly string[];
  supportEmail: string;
  /** In lower case; only these addresses may sign up for the free plan. */
  freePlanEmails: string[];
  mailFrom: string;
  /** True where new associations are made by whoever runs the server, and nobody signs up. */
  isSignupClosed?: boolean;
  /** How mails leave where not through Resend's API. */
  mailer?: Mailer;
  resendUrl: string;
  resendKey: string;
  /** Signs the events of mails; without it none are taken. */
  resendWebhookSecret?: string;
  /** Signs pushes (RFC 8292); without it there are none. */
  push?: { publicKey: string; privateKey: string; subject: string };
  /** Looks up the hosts of pushes and webhooks (services/dns.ts has a default). */
  dnsUrl?: string | undefined;
  /** Set by test harnesses alone: origins that pushes and webhooks may call although they are not on the public internet. */
  testOrigins?: readonly string[];
  /** Mailed when something needs a person; nobody where it is missing. */
  operatorEmail?: string;
  /** Opens /api/metrics; nobody may read it where it is missing. */
  metricsToken?: string;
  s3: S3Config;
  /** `budgetMs` limits all Stripe calls of one request together. `scriptUrl` replaces the URL of Stripe.js. Where it
   * `isOff`, nobody pays online and nothing of Stripe is called. */
  stripe: {
    isOff?: boolean;
    url: string;
    secretKey: string;
    publishableKey: string;
    webhookSecret: string;
    /** Stripe's price of a payment; its list price where one is missing (worker/payments/fees.ts). */
    prices?: Partial<Prices>;
    /** Called for each call to Stripe. */
    onCall?(): void;
    budgetMs?: number;
    scriptUrl?: string;
  };
};

/** The user of a WebSocket. `position` is the HOA's newest log position when the rights were read. `takesPatches` is
 * false for clients of earlier releases. `expires_at` is in ms since 1970. */
export type SocketGrant = {
  viewer: Actor;
  family_id: string;
  claims: Claims;
  group?: string;
  client?: string;
  takesPatches: boolean;
  instance: string;
  position: number;
  expires_at: number;
  device?: string | null;
};
/** All sockets of a user, those of one sign-in (`family_id`), or all except one sign-in's (`except`). */
export type SocketSelector = { user_id: string; family_id?: string; except?: string };

/** The last drain of an HOA in this isolate: the times (ms since 1970) at which it begins and up to which it may last, since a
 * request that is cut off ends no drain. */
export type Drain = { begins: number; until: number; hasBegun: boolean; isDue: boolean; isFollowed: boolean };

export type Deps = {
  db: Client;
  storage: Storage;
  config: Config;
  metrics: Metrics;
  log: Log;
  /** Tells the HOA's open sockets of a commit. `except` are the clients that have its patch already. */
  poke(hoa_id: string, commit: CommitPoke, except: readonly string[]): void | Promise<void>;
  disconnect(hoa_id: string, sockets: SocketSelector): void | Promise<void>;
  connect?(request: Request, socket: SocketGrant): Promise<Response>;
  /** Passes a push on to where those of its HOA wait for their turn; missing there. */
  pushInTurn?: ((hoa_id: string, headers: Headers, body: string) => Promise<Response>) | undefined;
  /** The outboxes that this isolate drains after commits, by HOA. */
  draining: Map<string, Drain>;
  /** Milliseconds between a commit and the drain of its jobs, and between the beginnings of two drains of an HOA. */
  drainPauses: { first: number; every: number };
  /** The changes of this minute. */
  changes: MinuteCounts;
  /** Runs in its own invocation, with its own subrequest limit. */
  drainLater(hoa_id: string, at: Date): Promise<void>;
  assets?(request: Request): Promise<Response>;
  now(): Date;
  waitUntil(work: Promise<unknown>): void;
  /** Checked before the database's own rate limit, which is more expensive. False means too many attempts. */
  firstFilter?(key: string): Promise<boolean>;
  /** The origin of the request, for the trail of activity; jobs and the schedule have none. */
  origin?: (Origin & { actor: Actor | null }) | undefined;
  /** Set for a call with an Idempotency-Key. */
  once?: Once | undefined;
};

/** An access token's claims: `sid` is the token family, `refresh` the hash of the refresh token issued with it, `exp` in
 * seconds since 1970. `actor` is who the user was when the token was issued: what counts is read from the database, but
 * knowing it spares a round trip. Tokens of earlier releases have none. */
export type Claims = {
  sub: string;
  hoa: string;
  sid: string;
  refresh: string;
  exp: number;
  actor?: Omit<Actor, 'id' | 'hoa_id'>;
};

/** `claims` are those of an access token that was verified before; the request then needs none. `actor` is the user as
 * just read, where those in the claims were out of date. */
export type Env = {
  Bindings: { deps: Deps; claims?: Claims; actor?: Actor };
  Variables: { deps: Deps; actor: Actor; family_id: string; api_token?: string };
};

/** `position` is the newest log position of the HOA; `expires_at`, of the access token, is in ms since 1970. */
export type Caller = { actor: Actor; family_id: string; claims: Claims; position: number; expires_at: number };
