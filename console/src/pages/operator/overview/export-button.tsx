import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { lazyPart } from '../../../parts/lazy-part.tsx';
import { useOperatorOverviewText } from './text.ts';

/** Loaded when it is opened. */
const ExportDialog = lazyPart('export-dialog', async () => (await import('./export-dialog.tsx')).ExportDialog, 0);

/** Opens the choice of what to export. */
export function ExportButton({ of }: { of: 'revenue' | 'utilisation' }) {
  const t = useOperatorOverviewText();
  const [isOpen, setOpen] = useState(false);
  const title = of === 'revenue' ? t.exportRevenue : t.exportUtilisation;
  return (
    <>
      <Button variant="default" leftSection={<Download size={16} aria-hidden />} aria-label={title} onClick={() => setOpen(true)}>
        {t.export}
      </Button>
      {isOpen && <ExportDialog of={of} onClose={() => setOpen(false)} />}
    </>
  );
}
