import { EXPORT_FILE } from '@boreal/contract/api/console-files.ts';
import { prepareExport } from '@boreal/contract/endpoints/console/profile.ts';
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { call, consoleAddress } from '../../api/call.ts';
import { useAccountId } from '../../app/account.tsx';
import { useLanguage } from '../../i18n/language.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { notifyDone } from '../../parts/notify.ts';
import { useDataText } from './data-text.ts';

/** Downloads all data of the account, after a proof of identity. */
export function DownloadData() {
  const t = useDataText();
  const accountId = useAccountId();
  const { language } = useLanguage();
  const prepare = useMutation({
    // Asks for a proof of identity where the last one is too old; then the file is a download as any other.
    mutationFn: () => call(prepareExport, { params: { accountId } }),
    onSuccess: () => {
      window.location.assign(consoleAddress(EXPORT_FILE, { params: { accountId }, query: { language } }));
      notifyDone(t.begun);
    },
  });
  return (
    <>
      {prepare.error && <ErrorNotice error={prepare.error} />}
      <Button
        variant="default"
        leftSection={<Download size={16} aria-hidden />}
        loading={prepare.isPending}
        onClick={() => prepare.mutate()}
      >
        {t.download}
      </Button>
    </>
  );
}
