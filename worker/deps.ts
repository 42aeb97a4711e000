import type { Client } from '@libsql/client';
import type { Actor } from '../sync/tx.ts';
import type { S3Config, Storage } from './services/storage.ts';

export type Config = {
  publicUrl: string;
  jwtSecret: string;
  supportEmail: string;
  /** In lower case. Only they may sign up for the free plan. */
  freePlanEmails: string[];
  mailFrom: string;
  resendUrl: string;
  resendKey: string;
  s3: S3Config;
  /** `budgetMs` is what one request may wait for Stripe in all. `scriptUrl` replaces Stripe's own Stripe.js. */
  stripe: {
    url: string;
    secretKey: string;
    publishableKey: string;
    webhookSecret: string;
    budgetMs?: number;
    scriptUrl?: string;
  };
};

/** What an accepted socket may hear. `expires_at` is in ms since 1970. */
export type SocketGrant = { hoa_id: string; tags: string[]; expires_at: number };
/** All sockets of a user, those of one sign-in (`family_id`), or all but those of one (`except`). */
export type SocketSelector = { user_id: string; family_id?: string; except?: string };

export type Deps = {
  db: Client;
  storage: Storage;
  config: Config;
  /** Tells the sockets of these audiences to pull, except those of the clients named in `except`. */
  poke(hoa_id: string, audiences: readonly string[], except: readonly string[]): void | Promise<void>;
  disconnect(hoa_id: string, sockets: SocketSelector): void | Promise<void>;
  /** Hands a WebSocket upgrade to the HOA's poke hub. */
  connect?(request: Request, socket: SocketGrant): Promise<Response>;
  /** Drains the HOA's outbox at `at` in an invocation of its own, with its own subrequest limit. */
  drainLater(hoa_id: string, at: Date): Promise<void>;
  assets?(request: Request): Promise<Response>;
  now(): Date;
  waitUntil(work: Promise<unknown>): void;
  /** Cheap rate limit in front of the database's own; false means too many. */
  firstFilter?(key: string): Promise<boolean>;
};

/** `family_id` is the sign-in that the access token came from. */
export type Env = { Variables: { deps: Deps; actor: Actor; family_id: string } };

/** A signed-in user with their sign-in. `expires_at`, of the access token, is in ms since 1970. */
export type Caller = { actor: Actor; family_id: string; expires_at: number };
