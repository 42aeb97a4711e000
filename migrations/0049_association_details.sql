ALTER TABLE `hoas` ADD `street` text;--> statement-breakpoint
ALTER TABLE `hoas` ADD `state` text;--> statement-breakpoint
ALTER TABLE `hoas` ADD `email` text;--> statement-breakpoint
ALTER TABLE `hoas` ADD `phone` text;--> statement-breakpoint
ALTER TABLE `hoas` ADD `edits` text;