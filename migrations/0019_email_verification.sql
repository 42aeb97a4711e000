ALTER TABLE `signups` ADD `verification_sent_at` text;--> statement-breakpoint
ALTER TABLE `signups` ADD `verified_at` text;--> statement-breakpoint
ALTER TABLE `signups` ADD `wrong_codes` integer DEFAULT 0 NOT NULL;