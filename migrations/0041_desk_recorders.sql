ALTER TABLE `meetings` ADD `recorder_ids` text DEFAULT '[]' NOT NULL;--> statement-breakpoint
-- Staff today, or by the trail of activity until they left the board.
UPDATE `meetings` SET `recorder_ids` = (
  SELECT json_group_array(d.value) FROM json_each(`meetings`.`desk_ids`) d
  JOIN `users` u ON u.hoa_id = `meetings`.hoa_id AND u.id = d.value
  WHERE u.role IN ('board', 'superadmin') OR EXISTS (
    SELECT 1 FROM `activity` a WHERE a.hoa_id = u.hoa_id AND a.entity_id = u.id
      AND a.at >= `meetings`.created_at AND json_extract(a.changes, '$.role[0]') IN ('board', 'superadmin'))
) WHERE `desk_ids` <> '[]';
