CREATE TABLE `sync_log_days` (
	`day` text PRIMARY KEY NOT NULL,
	`seq` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `sync_log_tombstones` ON `sync_log` (`seq`) WHERE "sync_log"."gone" = 1 and "sync_log"."entity" <> 'horizon';