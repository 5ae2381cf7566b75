import { EmptyState } from '../../../parts/empty-state.tsx';
import { PagedTable, type PagedTableProps } from '../../../parts/paged-table.tsx';
import { Section } from './section.tsx';

interface ListSectionProps<T extends { readonly id: string }> extends Pick<PagedTableProps<T>, 'query' | 'columns'> {
  readonly title: string;
  /** What is told where there are no rows. */
  readonly none: { readonly title: string; readonly text: string };
}

/** A paged list under a heading of its own. */
export function ListSection<T extends { readonly id: string }>({ title, query, columns, none }: ListSectionProps<T>) {
  return (
    <Section title={title}>
      <PagedTable query={query} caption={title} columns={columns} empty={<EmptyState {...none} />} />
    </Section>
  );
}
