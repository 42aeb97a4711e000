import type { Client } from '@libsql/client';
import type { Actor } from '../sync/tx.ts';
import type { S3Config, Storage } from './services/storage.ts';

/** Addresses and keys: all that differs between production and the embedded stack. */
export type Config = {
  publicUrl: string;
  jwtSecret: string;
  supportEmail: string;
  /** Lower-cased. They alone may sign up for the free plan. */
  freePlanEmails: string[];
  mailFrom: string;
  resendUrl: string;
  resendKey: string;
  s3: S3Config;
  /** `budgetMs` is what one request may wait for Stripe in all; `scriptUrl` where browsers find Stripe.js, if not at Stripe. */
  stripe: {
    url: string;
    secretKey: string;
    publishableKey: string;
    webhookSecret: string;
    budgetMs?: number;
    scriptUrl?: string;
  };
};

/** A socket that may be opened: what it hears of, and up to when (ms since 1970). */
export type SocketGrant = { hoa_id: string; tags: string[]; expires_at: number };
/** Which sockets of a user: all, those of one sign-in (`family_id`), or all but those of one (`except`). */
export type SocketSelector = { user_id: string; family_id?: string; except?: string };

/** Everything the app needs from outside. Nothing below `createApp` reads the environment. */
export type Deps = {
  db: Client;
  storage: Storage;
  config: Config;
  /** Tells the open sockets of these audiences, but for those of some clients, that there is something to pull. */
  poke(hoa_id: string, audiences: readonly string[], except: readonly string[]): void | Promise<void>;
  /** Closes a user's sockets: who may still come back does so. */
  disconnect(hoa_id: string, sockets: SocketSelector): void | Promise<void>;
  /** Hands a WebSocket upgrade over to the HOA's poke hub. */
  connect?(request: Request, socket: SocketGrant): Promise<Response>;
  /** Has the outbox of an HOA drained from `at` on, by an invocation with limits of its own. */
  drainLater(hoa_id: string, at: Date): Promise<void>;
  /** The files of the built client. */
  assets?(request: Request): Promise<Response>;
  now(): Date;
  waitUntil(work: Promise<unknown>): void;
  /** A cheap first gate before the database's rate limits; false means too many. */
  firstFilter?(key: string): Promise<boolean>;
};

/** `family_id` is the sign-in that the caller's access token came from. */
export type Env = { Variables: { deps: Deps; actor: Actor; family_id: string } };

/** A signed-in user with their sign-in. `expires_at`, of the access token, is in ms since 1970. */
export type Caller = { actor: Actor; family_id: string; expires_at: number };
