-- They completed rows of replicas that knew no registrations side by side, of which none is left.
DROP TRIGGER registration_of_old_replica ON registrations;
DROP FUNCTION complete_registration_of_old_replica();
DROP TRIGGER link_of_old_replica ON one_time_links;
DROP FUNCTION complete_link_of_old_replica();
