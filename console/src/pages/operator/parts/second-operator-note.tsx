import type { OperatorLimits } from '@boreal/contract/operator/requests.ts';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { limitsQuery } from '../../../api/operator/requests.ts';
import { useFormats } from '../../../format/use-formats.ts';
import { useSecondOperatorText } from './second-operator-text.ts';

type About = 'money' | 'price' | 'budget';
const permissions = { money: 'payments.write', price: 'prices.write', budget: 'customers.write' } as const;

/** Above the button of what may take two operators: how much the caller may do alone. Nothing where they may do everything. */
export function SecondOperatorNote({ about }: { about: About }) {
  const t = useSecondOperatorText();
  const limits = useQuery(limitsQuery).data;
  const sentence = useSentence(about, limits);
  if (limits === undefined || sentence === null) return null;
  const nobody = limits.others[permissions[about]] === 0;
  return (
    <Text size="sm" c="dimmed">
      {nobody ? `${sentence} ${t.noteNobody}` : sentence}
    </Text>
  );
}

function useSentence(about: About, limits: OperatorLimits | undefined): string | null {
  const t = useSecondOperatorText();
  const format = useFormats();
  if (!limits) return null;
  const { alone, left, pricePercent } = limits;
  if (about === 'price') return pricePercent === null ? null : t.notePrice(format.percent(pricePercent));
  if (alone === null || left === null) return null;
  return about === 'money' ? t.noteMoney(format.money(left)) : t.noteBudget(format.money(alone));
}
