-- Nothing but a rule is loosened, so the release before this one goes on: it finds by email through the same column,
-- and refuses an email twice in an HOA as before. What it invites meanwhile may be known in another HOA too.
DROP INDEX `users_email`;--> statement-breakpoint
CREATE UNIQUE INDEX `users_hoa_email` ON `users` (`hoa_id`,`email`) WHERE "users"."deleted_at" IS NULL;--> statement-breakpoint
CREATE INDEX `users_email` ON `users` (`email`);