# Nova loads hypervisors from its own package, in its own language: its fake one, with eight H100.
from oslo_serialization import jsonutils

from nova.virt import fake


class GpuDriver(fake.FakeDriver):
    vcpus, memory_mb, local_gb = 224, 2000000, 60000

    def get_available_resource(self, nodename):
        gpu = {"product_id": "2330", "vendor_id": "10de", "status": "available", "dev_type": "type-PCI", "parent_addr": None,
               "numa_node": None, "label": "label_10de_2330"}
        gpus = [{**gpu, "address": "0000:%02x:00.0" % (0x17 + 8 * n)} for n in range(8)]
        found = super().get_available_resource(nodename)
        return {**found, "pci_passthrough_devices": jsonutils.dumps(gpus)}
