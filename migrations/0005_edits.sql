ALTER TABLE `addresses` ADD `edits` text;--> statement-breakpoint
ALTER TABLE `announcements` ADD `edits` text;--> statement-breakpoint
ALTER TABLE `documents` ADD `edits` text;--> statement-breakpoint
ALTER TABLE `dues` ADD `edits` text;--> statement-breakpoint
ALTER TABLE `requests` ADD `edits` text;--> statement-breakpoint
ALTER TABLE `violations` ADD `edits` text;