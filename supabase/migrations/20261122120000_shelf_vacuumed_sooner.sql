-- Products that are sold out are counted from an index alone, which holds only for rows that vacuum has seen: after many new
-- products it comes when a fiftieth of the shelf is new, not a fifth.
alter table private.shelf set (autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_vacuum_scale_factor = 0.05);
