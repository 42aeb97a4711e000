PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_sync_guard` (
	`ok` integer NOT NULL,
	CONSTRAINT "sync_guard_moved" CHECK("__new_sync_guard"."ok" <> 0),
	CONSTRAINT "sync_guard_taken" CHECK("__new_sync_guard"."ok" <> 2)
);
--> statement-breakpoint
INSERT INTO `__new_sync_guard`("ok") SELECT "ok" FROM `sync_guard`;--> statement-breakpoint
DROP TABLE `sync_guard`;--> statement-breakpoint
ALTER TABLE `__new_sync_guard` RENAME TO `sync_guard`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
DROP INDEX `sync_log_row`;--> statement-breakpoint
CREATE UNIQUE INDEX `sync_log_row` ON `sync_log` (`entity`,`entity_id`,`hoa_id`,`audience`);