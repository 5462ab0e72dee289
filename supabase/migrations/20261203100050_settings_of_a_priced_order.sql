-- In its place: a dropped attribute would leave a gap.
alter type private.priced_order rename attribute payment to settings;
alter type private.priced_order alter attribute settings type public.settings;
