CREATE TABLE `webhook_deliveries` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`endpoint_id` text NOT NULL,
	`event` text NOT NULL,
	`payload` text NOT NULL,
	`status` text DEFAULT 'pending' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`last_status` integer,
	`last_error` text,
	`created_at` text NOT NULL,
	`settled_at` text,
	FOREIGN KEY (`hoa_id`,`endpoint_id`) REFERENCES `webhook_endpoints`(`hoa_id`,`id`) ON UPDATE no action ON DELETE cascade,
	CONSTRAINT "webhook_deliveries_status_one_of" CHECK("webhook_deliveries"."status" in ('pending', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE INDEX `webhook_deliveries_endpoint` ON `webhook_deliveries` (`hoa_id`,`endpoint_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `webhook_deliveries_at` ON `webhook_deliveries` (`created_at`);--> statement-breakpoint
CREATE TABLE `webhook_endpoints` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`url` text NOT NULL,
	`description` text,
	`events` text NOT NULL,
	`sealed_secret` text NOT NULL,
	`sealed_previous` text,
	`previous_until` text,
	`created_at` text NOT NULL,
	`failing_since` text,
	`disabled_at` text,
	`disabled_reason` text,
	FOREIGN KEY (`hoa_id`) REFERENCES `hoas`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `webhook_endpoints_hoa_id_id_unique` ON `webhook_endpoints` (`hoa_id`,`id`);