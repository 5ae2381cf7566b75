import { ActionIcon, Tooltip, VisuallyHidden, type ActionIconProps } from '@mantine/core';
import { Check, Copy, TextSelect } from 'lucide-react';
import type { RefObject } from 'react';
import { useShellText } from '../i18n/use-shell-text.ts';
import { useCopy } from './use-copy.ts';

const icons = { idle: Copy, copied: Check, selected: TextSelect } as const;

interface CopyIconProps extends ActionIconProps {
  readonly text: string;
  /** What the text is, for screen readers. */
  readonly name: string;
  /** The element to select if the page may not copy. */
  readonly source: RefObject<HTMLElement | null>;
}

/** A small button that copies a text, and says whether it did. */
export function CopyIcon({ text, name, source, ...look }: CopyIconProps) {
  const t = useShellText();
  const { state, copy } = useCopy(source, text);
  const told = { idle: '', copied: t.copied, selected: t.selected }[state];
  const Icon = icons[state];
  return (
    <>
      <Tooltip label={told === '' ? t.copy : told} opened={told === '' ? undefined : true}>
        <ActionIcon {...look} onClick={() => void copy()} aria-label={`${t.copy}: ${name}`}>
          <Icon size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden role="status">{told}</VisuallyHidden>
    </>
  );
}
