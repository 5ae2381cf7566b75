export const en = {
  ledger: 'Ledger verification',
  ledgerAbout:
    'Every night, Boreal proves from the rows that no money was lost or created. Verifying reads every row and changes nothing; on a large fleet it takes a while.',
  verify: 'Verify now',
  verifying: 'Checking every row of the ledger… You can leave this page.',
  verified: (when: string) => `Verified ${when}`,
  neverTitle: 'Not verified yet',
  neverText: 'The ledger is verified every night at 4 a.m., Toronto time. Verify it now to see the result here.',
  holds: 'All checks passed.',
  broken: 'A check failed. Stop everything that moves money and find the cause before you continue.',
  check: 'Check',
  rowsRead: 'Rows read',
  result: 'Result',
  kept: 'Passed',
  brokenBy: (count: number, names: string) => `Failed for ${count}: ${names}`,
};
