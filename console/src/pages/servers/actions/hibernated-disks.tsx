import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { hibernatedDisksQuery } from '../../../api/billing.ts';
import { useAccountId } from '../../../app/account.tsx';
import { useFormats } from '../../../format/use-formats.ts';
import { useServersText } from '../text.ts';

/**
 * Before people hibernate: what their hibernated servers keep of what they may, in red where what `count` more add does not fit. Nothing
 * where the house limits nothing.
 */
export function HibernatedDisks({ addedGb, count }: { addedGb: number; count: number }) {
  const t = useServersText();
  const format = useFormats();
  const { data: disks } = useQuery({ ...hibernatedDisksQuery(useAccountId()), staleTime: 0 });
  if (disks === undefined || disks.limitGb === null) return null;
  const { usedGb, limitGb } = disks;
  const full = usedGb + addedGb > limitGb;
  return (
    <Text size="sm" c={full ? 'red' : undefined} component="div" role="status">
      {t.hibernatedKeep(format.number(usedGb), format.number(limitGb))} {t.hibernatedAdds(format.number(addedGb), count)}
      {full && ` ${t.hibernatedFull}`}
    </Text>
  );
}
