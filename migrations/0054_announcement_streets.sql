ALTER TABLE `announcements` ADD `streets` text;--> statement-breakpoint
ALTER TABLE `announcements` ADD `street_recipients` text;