ALTER TABLE `hoas` ADD `superadmins_need_second_factor` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `users` ADD `needs_second_factor` integer DEFAULT false NOT NULL;--> statement-breakpoint
-- Counters named emails; they are counted by their hash now.
DELETE FROM rate_limits WHERE instr(key, '@') > 0;
