import type { OperatorPermission } from '@boreal/contract/operator/roles.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { DataTableProps } from '../../../parts/data-table.tsx';
import { ListTable } from '../../../parts/list-table.tsx';
import { Queried } from '../../../parts/queried.tsx';
import { RoleButton } from '../parts/role-button.tsx';
import { CatalogHeader, type CatalogPart } from './catalog-header.tsx';
import { useOperatorPlansText } from './text.ts';

interface CatalogListProps<T> extends Pick<DataTableProps<T>, 'rowKey' | 'columns' | 'empty'> {
  readonly part: CatalogPart;
  readonly query: UseQueryResult<readonly T[]>;
  /** `calls`: the row of the contract by which one more comes into the list. */
  readonly add: { readonly label: string; readonly calls: { readonly needs: OperatorPermission }; readonly onClick: () => void };
}

/** A part of the catalog: everything that it has, and a button that adds to it. */
export function CatalogList<T>({ part, query, add: { label, ...button }, ...table }: CatalogListProps<T>) {
  const t = useOperatorPlansText();
  return (
    <>
      <CatalogHeader part={part} actions={<RoleButton {...button}>{label}</RoleButton>} />
      <Queried query={query}>{(rows) => <ListTable {...table} caption={t.titles[part]} rows={rows} />}</Queried>
    </>
  );
}
