import { useQuery } from '@tanstack/react-query';
import { modelsQuery } from '../../../api/operator/shop.ts';

/** What a GPU model is called, by its slug; the slug until it is known. */
export function useModelName(): (slug: string) => string {
  const models = useQuery(modelsQuery);
  return (slug) => models.data?.find((one) => one.slug === slug)?.name ?? slug;
}
