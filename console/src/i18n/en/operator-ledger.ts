export const en = {
  ledger: 'Ledger verification',
  ledgerAbout: 'Proves from its rows that no money was lost or made. It reads all of them and changes nothing.',
  verify: 'Verify now',
  verifying: 'Reading every row of the money…',
  holds: 'All checks passed.',
  broken: 'Something is broken. Stop what moves money and find out why before you go on.',
  check: 'Check',
  rowsRead: 'Rows read',
  result: 'Result',
  kept: 'Passed',
  brokenBy: (count: number, names: string) => `Broken by ${count}: ${names}`,
};
