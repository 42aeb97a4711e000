ALTER TABLE `meetings` ADD `adjourned_from_at` text;--> statement-breakpoint
ALTER TABLE `meetings` ADD `first_at` text;--> statement-breakpoint
ALTER TABLE `meetings` ADD `called_at` text;