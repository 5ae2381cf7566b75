-- Which member answered an agent: an approval holds as long as they could give it. Null: an operator, or from before this was kept.
alter table agent_approvals add column decided_by_id text collate "C";
