export const en = {
  ledger: 'Ledger verification',
  ledgerAbout: 'Proves from the rows that no money was lost or created. It reads every row and changes nothing.',
  verify: 'Verify now',
  verifying: 'Checking every row of the ledger…',
  holds: 'All checks passed.',
  broken: 'A check failed. Stop everything that moves money and find the cause before you continue.',
  check: 'Check',
  rowsRead: 'Rows read',
  result: 'Result',
  kept: 'Passed',
  brokenBy: (count: number, names: string) => `Failed for ${count}: ${names}`,
};
