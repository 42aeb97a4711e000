ALTER TABLE `request_comments` ADD `photo_url` text;--> statement-breakpoint
ALTER TABLE `request_comments` ADD `photo` text;--> statement-breakpoint
ALTER TABLE `request_comments` ADD `more_photos` text;--> statement-breakpoint
CREATE INDEX `request_comments_photo` ON `request_comments` (`photo_url`) WHERE "request_comments"."photo_url" is not null;--> statement-breakpoint
ALTER TABLE `requests` ADD `more_photos` text;--> statement-breakpoint
ALTER TABLE `violation_messages` ADD `more_photos` text;--> statement-breakpoint
ALTER TABLE `violations` ADD `more_photos` text;