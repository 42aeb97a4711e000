CREATE TABLE `activity` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`seq` integer NOT NULL,
	`at` text NOT NULL,
	`actor_id` text,
	`actor_name` text,
	`actor_role` text,
	`device` text,
	`sign_in` text,
	`client` text,
	`action` text NOT NULL,
	`entity` text NOT NULL,
	`entity_id` text,
	`title` text,
	`changes` text NOT NULL,
	`search_text` text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `activity_seq` ON `activity` (`hoa_id`,`seq`);--> statement-breakpoint
CREATE INDEX `activity_record` ON `activity` (`hoa_id`,`entity_id`,`seq`);--> statement-breakpoint
CREATE INDEX `activity_at` ON `activity` (`hoa_id`,`at`);--> statement-breakpoint
CREATE TABLE `activity_keeping` (
	`hoa_id` text PRIMARY KEY NOT NULL,
	`years` integer,
	`off_devices` integer DEFAULT 0 NOT NULL,
	`removable_before` text,
	`erasing` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TRIGGER `activity_appended` BEFORE INSERT ON `activity`
WHEN EXISTS (SELECT 1 FROM `activity` WHERE `id` = NEW.`id` OR (`hoa_id` = NEW.`hoa_id` AND `seq` = NEW.`seq`))
BEGIN
	SELECT RAISE(ABORT, 'activity is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `activity_unchanged` BEFORE UPDATE ON `activity`
WHEN NOT EXISTS (SELECT 1 FROM `activity_keeping` WHERE `hoa_id` = OLD.`hoa_id` AND `erasing` = 1)
	OR OLD.`id` IS NOT NEW.`id` OR OLD.`hoa_id` IS NOT NEW.`hoa_id` OR OLD.`seq` IS NOT NEW.`seq` OR OLD.`at` IS NOT NEW.`at`
	OR OLD.`actor_id` IS NOT NEW.`actor_id` OR OLD.`action` IS NOT NEW.`action`
	OR OLD.`entity` IS NOT NEW.`entity` OR OLD.`entity_id` IS NOT NEW.`entity_id`
BEGIN
	SELECT RAISE(ABORT, 'activity is append-only');
END;
--> statement-breakpoint
CREATE TRIGGER `activity_kept` BEFORE DELETE ON `activity`
WHEN NOT EXISTS (SELECT 1 FROM `activity_keeping` WHERE `hoa_id` = OLD.`hoa_id` AND OLD.`at` < `removable_before`)
BEGIN
	SELECT RAISE(ABORT, 'activity is append-only');
END;
