CREATE TABLE `events` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`hoa_id` text NOT NULL,
	`type` text NOT NULL,
	`record_id` text NOT NULL,
	`at` text NOT NULL,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `events_id` ON `events` (`id`);--> statement-breakpoint
CREATE INDEX `events_hoa` ON `events` (`hoa_id`,`seq`);--> statement-breakpoint
CREATE INDEX `events_at` ON `events` (`at`);