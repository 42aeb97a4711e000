ALTER TABLE `hoas` ADD `plan` text;--> statement-breakpoint
ALTER TABLE `hoas` ADD `kept_features` text;--> statement-breakpoint
ALTER TABLE `hoas` ADD `assign_requests` text;--> statement-breakpoint
ALTER TABLE `hoas` ADD `remind_unanswered_days` integer;--> statement-breakpoint
ALTER TABLE `hoas` ADD `remind_overdue` integer DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE `hoas` SET `plan` = (SELECT s.`plan` FROM `subscriptions` s WHERE s.`hoa_id` = `hoas`.`id`),
  `kept_features` = CASE WHEN `id` IN (SELECT `hoa_id` FROM `api_tokens` WHERE `revoked_at` IS NULL
    UNION SELECT `hoa_id` FROM `webhook_endpoints`) THEN '["api_access","custom_integrations"]' END,
  `rev` = `rev` + 1
WHERE `id` IN (SELECT `hoa_id` FROM `subscriptions`);
--> statement-breakpoint
INSERT OR REPLACE INTO `sync_log` (`hoa_id`, `audience`, `entity`, `entity_id`)
SELECT `hoa_id`, 'all', 'hoa', `id` FROM `hoas` WHERE `plan` IS NOT NULL ORDER BY `id`;
