import type { InvoiceFilter } from '@boreal/contract/billing/invoices.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { invoicesZip } from '../../api/invoices.ts';
import { loadFile } from '../../api/load-file.ts';
import { useAccountId } from '../../app/account.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { useShellText } from '../../i18n/use-shell-text.ts';
import { useErrorText } from '../../parts/error-notice.tsx';
import { notifyProblem } from '../../parts/notify.ts';
import { saveFile } from '../../parts/save-file.ts';
import { useBillingText } from './text.ts';

/** Every document that the list has, as it is filtered, in one file. */
export function DownloadInvoices({ filter, none }: { filter: InvoiceFilter; none: boolean }) {
  const t = useBillingText();
  const shell = useShellText();
  const errorText = useErrorText();
  const accountId = useAccountId();
  const { language } = useLanguage();
  const download = useMutation({
    mutationFn: () => loadFile(invoicesZip(accountId, { ...filter, language })),
    onSuccess: (file) => saveFile(file, `invoices-${accountId}.zip`),
    onError: (error) => notifyProblem({ message: errorText(error), close: shell.close }),
  });
  return (
    <Button
      variant="default"
      leftSection={<Download size={16} aria-hidden />}
      loading={download.isPending}
      disabled={none}
      onClick={() => download.mutate()}
    >
      {t.downloadAll}
    </Button>
  );
}
