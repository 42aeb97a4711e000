CREATE TABLE `failed_jobs` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`kind` text NOT NULL,
	`subject` text,
	`subject_id` text,
	`user_id` text,
	`reason` text NOT NULL,
	`payload` text NOT NULL,
	`created_at` text NOT NULL,
	`failed_at` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `failed_jobs_subject` ON `failed_jobs` (`hoa_id`,`subject_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `failed_jobs_hoa_id_id_unique` ON `failed_jobs` (`hoa_id`,`id`);--> statement-breakpoint
DROP INDEX `outbox_key`;--> statement-breakpoint
CREATE UNIQUE INDEX `outbox_tenant_key` ON `outbox` (`hoa_id`,`idempotency_key`);