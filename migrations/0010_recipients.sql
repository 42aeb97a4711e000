CREATE TABLE `announcement_recipients` (
	`id` text PRIMARY KEY NOT NULL,
	`hoa_id` text NOT NULL,
	`rev` integer DEFAULT 1 NOT NULL,
	`sending_since` text NOT NULL,
	`recipients` text NOT NULL,
	FOREIGN KEY (`hoa_id`,`id`) REFERENCES `announcements`(`hoa_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `announcement_recipients_hoa_id_id_unique` ON `announcement_recipients` (`hoa_id`,`id`);
--> statement-breakpoint
INSERT INTO `announcement_recipients` (`id`, `hoa_id`, `sending_since`, `recipients`)
SELECT `announcement_id`, `hoa_id`, max(`created_at`),
  json_group_array(json_array(`user_id`, `name`, `email`, `status`, `reason`, `settled_at`, `provider_id`))
FROM `announcement_deliveries` GROUP BY `hoa_id`, `announcement_id`;
--> statement-breakpoint
DELETE FROM `sync_log` WHERE `entity` = 'announcementDelivery';
--> statement-breakpoint
INSERT INTO `sync_log` (`hoa_id`, `audience`, `entity`, `entity_id`)
SELECT `hoa_id`, 'board', 'announcementRecipients', `id` FROM `announcement_recipients` ORDER BY `sending_since`;
--> statement-breakpoint
DROP TABLE `announcement_deliveries`;
--> statement-breakpoint
-- The release before reads this while it is being replaced. Its writes fail, and are tried again by this release.
CREATE VIEW `announcement_deliveries` AS
SELECT t.`id` || ':' || (r.`value` ->> 0) AS `id`, t.`hoa_id`, t.`rev`, t.`id` AS `announcement_id`,
  r.`value` ->> 0 AS `user_id`, r.`value` ->> 1 AS `name`, r.`value` ->> 2 AS `email`, r.`value` ->> 3 AS `status`,
  r.`value` ->> 4 AS `reason`, r.`value` ->> 6 AS `provider_id`, t.`sending_since` AS `created_at`,
  r.`value` ->> 5 AS `settled_at`
FROM `announcement_recipients` t, json_each(t.`recipients`) r;
