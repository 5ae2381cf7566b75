# Neutron binds ports only on hosts where its agent answers. For hosts that are pretended, this says that it does; it is in Python
# because agents speak to neutron through oslo.messaging.
import sys
import time

import eventlet

eventlet.monkey_patch()

from neutron.common import config
from neutron.conf.agent import common
from neutron_lib import constants, context
from neutron_lib.agent import topics
from neutron.agent import rpc
from oslo_config import cfg

hosts = sys.argv.pop().split(",")
common.register_agent_state_opts_helper(cfg.CONF)
config.register_common_config_options()
config.init(sys.argv[1:])
tunnels = {"tunnel_types": ["vxlan"], "tunneling_ip": "10.255.1.1", "l2_population": True, "bridge_mappings": {}, "devices": 0, "extensions": []}
reports = rpc.PluginReportStateAPI(topics.REPORTS)
nobody = context.get_admin_context_without_session()
states = [{"binary": "neutron-linuxbridge-agent", "host": host, "topic": constants.L2_AGENT_TOPIC, "agent_type": constants.AGENT_TYPE_LINUXBRIDGE,
           "start_flag": True, "resource_versions": {}, "configurations": tunnels} for host in hosts]
while True:
    for state in states:
        try:
            reports.report_state(nobody, state, True)
            state.pop("start_flag", None)
        except Exception as error:
            print("not reported:", error, flush=True)
    time.sleep(10)
