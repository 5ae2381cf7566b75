import { NumberInput, type NumberInputProps } from '@mantine/core';
import { useLanguage } from '../../i18n/language.tsx';

/** An amount of CAD, typed in the notation of the page's language; an empty text is no amount. */
export function AmountInput(props: Omit<NumberInputProps, 'type'>) {
  const french = useLanguage().language === 'fr';
  return (
    <NumberInput
      {...props}
      decimalScale={2}
      allowNegative={false}
      hideControls
      inputMode="decimal"
      {...(french
        ? { decimalSeparator: ',', allowedDecimalSeparators: [',', '.'], thousandSeparator: '\u00a0', suffix: '\u00a0$' }
        : { thousandSeparator: ',', prefix: '$' })}
    />
  );
}
