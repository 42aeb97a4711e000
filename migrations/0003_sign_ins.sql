ALTER TABLE `refresh_tokens` ADD `signed_in_at` text;--> statement-breakpoint
ALTER TABLE `refresh_tokens` ADD `used_at` text;--> statement-breakpoint
ALTER TABLE `refresh_tokens` ADD `device` text;