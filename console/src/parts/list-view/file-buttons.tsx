import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useListsText } from './use-lists-text.ts';

interface FileButtonsProps {
  /** The files' addresses, with the filter that the list has. */
  readonly files: { readonly csv: string; readonly json: string };
  /** What is filtered by cannot be asked for. */
  readonly wrong: boolean;
}

/** All that a list has, as it is filtered, as files: for a spreadsheet and for a program. */
export function FileButtons({ files, wrong }: FileButtonsProps) {
  const t = useListsText();
  return (['csv', 'json'] as const).map((kind) => (
    <Button
      key={kind}
      component="a"
      className="file"
      href={wrong ? undefined : files[kind]}
      download
      variant="default"
      aria-disabled={wrong}
      data-disabled={wrong || undefined}
      leftSection={<Download size={16} aria-hidden />}
    >
      {t[kind]}
    </Button>
  ));
}
