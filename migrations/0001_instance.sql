-- Names this database, so that a sync cookie from another one is known as foreign.
INSERT INTO `sync_instance` VALUES (lower(hex(randomblob(8))));
