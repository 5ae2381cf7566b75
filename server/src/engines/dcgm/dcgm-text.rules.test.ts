import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDcgmText } from './dcgm-text.rules.ts';

const labels = (gpu: number, bus: string, more = '') =>
  `gpu="${gpu}",UUID="GPU-6d1c8f0e-0000-4e0f-9d5a-00000000000${gpu}",pci_bus_id="00000000:${bus}:00.0",device="nvidia${gpu}",` +
  `modelName="NVIDIA H100 80GB HBM3",Hostname="mtl-h100-1"${more},DCGM_FI_DRIVER_VERSION="550.54.15"`;

/** As the exporter writes it, cut to what matters and some that does not. */
const TEXT = `# HELP DCGM_FI_DEV_SM_CLOCK SM clock frequency (in MHz).
# TYPE DCGM_FI_DEV_SM_CLOCK gauge
DCGM_FI_DEV_SM_CLOCK{${labels(0, '17')}} 1980
# HELP DCGM_FI_DEV_XID_ERRORS Value of the last XID error encountered.
# TYPE DCGM_FI_DEV_XID_ERRORS gauge
DCGM_FI_DEV_XID_ERRORS{${labels(0, '17', ',err_code="0",err_msg="No Error"')}} 0
DCGM_FI_DEV_XID_ERRORS{${labels(1, '9C', ',err_code="79",err_msg="GPU has fallen off the bus, \\"lost\\""')}} 79
# HELP DCGM_FI_DEV_ECC_DBE_VOL_TOTAL Total number of double-bit volatile ECC errors.
# TYPE DCGM_FI_DEV_ECC_DBE_VOL_TOTAL counter
DCGM_FI_DEV_ECC_DBE_VOL_TOTAL{${labels(0, '17')}} 0
DCGM_FI_DEV_ECC_DBE_VOL_TOTAL{${labels(1, '9C')}} 2
# HELP DCGM_FI_DEV_ROW_REMAP_FAILURE Whether remapping of rows has failed
# TYPE DCGM_FI_DEV_ROW_REMAP_FAILURE gauge
DCGM_FI_DEV_ROW_REMAP_FAILURE{${labels(0, '17')}} 1
# HELP DCGM_FI_DEV_PCIE_REPLAY_COUNTER Total number of PCIe retries.
# TYPE DCGM_FI_DEV_PCIE_REPLAY_COUNTER counter
DCGM_FI_DEV_PCIE_REPLAY_COUNTER{${labels(0, '17')}} 12
DCGM_FI_DEV_PCIE_REPLAY_COUNTER{${labels(1, '9C')}} 9223372036854775794
`;

test('the exporter of DCGM is read by GPU, under the addresses that engines use', () => {
  assert.deepEqual(readDcgmText(TEXT), [
    { device: '0000:17:00.0', xid: 0, eccErrors: 0, rowRemapFailed: true, replays: 12 },
    { device: '0000:9c:00.0', xid: 79, eccErrors: 2, rowRemapFailed: false, replays: null },
  ]);
});

test('slices of a GPU count together, and a GPU without its address is left out', () => {
  const slice = (id: number, errors: number) => `DCGM_FI_DEV_ECC_DBE_VOL_TOTAL{${labels(0, '17', `,GPU_I_ID="${id}"`)}} ${errors}`;
  assert.deepEqual(
    readDcgmText([slice(7, 0), slice(8, 3), slice(9, 1)].join('\n')).map(({ eccErrors }) => eccErrors),
    [3],
  );
  assert.deepEqual(readDcgmText('DCGM_FI_DEV_XID_ERRORS{gpu="0",UUID="GPU-1"} 79'), []);
});

test('what is no metric of a GPU says nothing', () => {
  for (const text of ['', '<html>Not found</html>', 'node_load1 0.5', 'DCGM_FI_DEV_XID_ERRORS{', 'DCGM_FI_DEV_XID_ERRORS 79']) {
    assert.deepEqual(readDcgmText(text), [], text);
  }
  assert.partialDeepStrictEqual(readDcgmText(`DCGM_FI_DEV_XID_ERRORS{${labels(0, '17')}} NaN`), [{ xid: 0 }]);
});
