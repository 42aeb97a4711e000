PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_uploads` (
	`key` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`user_id` text NOT NULL,
	`feature` text NOT NULL,
	`name` text NOT NULL,
	`content_type` text NOT NULL,
	`size` integer,
	`final_key` text,
	`record` text,
	`pending` integer DEFAULT false NOT NULL,
	`created_at` text NOT NULL,
	FOREIGN KEY (`hoa_id`,`user_id`) REFERENCES `users`(`hoa_id`,`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "uploads_feature_one_of" CHECK("__new_uploads"."feature" in ('announcements', 'requests', 'documents', 'violations', 'meetings', 'branding'))
);
--> statement-breakpoint
INSERT INTO `__new_uploads`("key", "hoa_id", "user_id", "feature", "name", "content_type", "size", "final_key", "record", "pending", "created_at") SELECT "key", "hoa_id", "user_id", "feature", "name", "content_type", "size", "final_key", "record", "pending", "created_at" FROM `uploads`;--> statement-breakpoint
DROP TABLE `uploads`;--> statement-breakpoint
ALTER TABLE `__new_uploads` RENAME TO `uploads`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `uploads_final` ON `uploads` (`final_key`);--> statement-breakpoint
ALTER TABLE `hoas` ADD `accent` text;--> statement-breakpoint
ALTER TABLE `hoas` ADD `logo_key` text;--> statement-breakpoint
ALTER TABLE `hoas` ADD `logo_width` integer;--> statement-breakpoint
ALTER TABLE `hoas` ADD `logo_height` integer;--> statement-breakpoint
ALTER TABLE `hoas` ADD `logo_pending` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `hoas_logo` ON `hoas` (`logo_key`) WHERE "hoas"."logo_key" IS NOT NULL;