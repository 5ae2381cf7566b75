-- A server keeps what its pool said when its machine was made, whatever the pool says later and whichever pool it moves to.
alter table servers add column system_disk system_disk, add column work_disk work_disk;
