-- By what the cards of an operator's own model are recognised on the bus: vendor:product.
alter table gpu_models add column pci_ids text[] not null default '{}';
