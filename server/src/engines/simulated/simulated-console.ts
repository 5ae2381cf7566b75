import { Duplex } from 'node:stream';
import type { MachineConsole } from '../engine.ts';

/** What a machine is that boots in the log. */
export interface SimulatedBoot {
  readonly serverId: string;
  readonly ipv4: string | null;
}

/** The end of a boot as a serial line shows it, then a prompt. There is nobody behind it to log in to: it asks again. */
export function simulatedConsole(boot: SimulatedBoot): MachineConsole {
  const prompt = `${boot.serverId} login: `;
  let typing: 'login' | 'password' = 'login';
  const stream = new Duplex({
    read() {},
    write(chunk: Buffer, _encoding, done) {
      for (const key of chunk.toString()) {
        if (key === '\r' || key === '\n') {
          this.push(typing === 'login' ? '\r\nPassword: ' : `\r\n\r\nLogin incorrect\r\n${prompt}`);
          typing = typing === 'login' ? 'password' : 'login';
        } else if (typing === 'login') this.push(key);
      }
      done();
    },
  });
  stream.push(`${bootLog(boot).join('\r\n')}\r\n\r\nUbuntu 24.04 LTS ${boot.serverId} ttyS0\r\n\r\n${prompt}`);
  return { stream, resize() {} };
}

function bootLog({ ipv4 }: SimulatedBoot): string[] {
  return [
    '[    0.000000] Linux version 6.8.0-45-generic (buildd@simulated)',
    '[    0.000000] Command line: root=UUID=simulated ro console=tty1 console=ttyS0',
    '[    1.204518] EXT4-fs (vda1): mounted filesystem with ordered data mode',
    '[    2.118340] systemd[1]: Detected virtualization kvm.',
    '[    3.482205] nvidia: loading out-of-tree module taints kernel.',
    '[    4.015877] NVRM: loading NVIDIA UNIX x86_64 Kernel Module',
    '[  OK  ] Started systemd-networkd.service - Network Configuration.',
    `[    6.730114] cloud-init[812]: ci-info: | eth0 | True | ${ipv4 ?? 'no address'} |`,
    '[  OK  ] Started ssh.service - OpenBSD Secure Shell server.',
    '[  OK  ] Reached target cloud-init.target - Cloud-init target.',
  ];
}
