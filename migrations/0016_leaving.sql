CREATE TABLE `departures` (
	`hoa_id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`leaving_at` text NOT NULL,
	`removed_at` text,
	`recipients` text NOT NULL,
	`counts` text NOT NULL,
	`digest` text
);
--> statement-breakpoint
ALTER TABLE `hoas` ADD `leaving_at` text;