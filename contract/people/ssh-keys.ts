import { z } from 'zod';
import { schemaSentences } from '../values/schema-sentences.ts';
import { secretText } from '../values/secret-text.ts';
import { NameText } from '../values/written-text.ts';

export const SshKey = z
  .object({
    id: z.string().meta({ example: 'ssh_01kb3c9qj2v9x6t5r4e3w2q1az' }),
    name: z.string().meta({ example: 'laptop' }),
    fingerprint: z
      .string()
      .meta({ description: 'As `ssh-keygen -lf` prints it', example: 'SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU' }),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: 'SshKey' });
export type SshKey = z.infer<typeof SshKey>;

export const AddSshKeyRequest = z
  .strictObject({
    name: NameText.meta({ example: 'laptop' }),
    publicKey: z
      .string()
      .min(1, schemaSentences.publicKey.en)
      .max(20_000)
      .meta({ description: 'One line of OpenSSH public key text', example: 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI… me@laptop' }),
  })
  .meta({ id: 'AddSshKeyRequest' });
export type AddSshKeyRequest = z.infer<typeof AddSshKeyRequest>;

/** A key pair generated here. The private key is shown once and stored nowhere. */
export const GeneratedSshKey = SshKey.extend({
  publicKey: z.string(),
  privateKey: secretText(z.string().meta({ description: 'OpenSSH private key; shown once' })),
}).meta({ id: 'GeneratedSshKey' });
export type GeneratedSshKey = z.infer<typeof GeneratedSshKey>;

export const SshKeyDeleted = z.object({ id: z.string(), status: z.literal('deleted') }).meta({ id: 'SshKeyDeleted' });
export type SshKeyDeleted = z.infer<typeof SshKeyDeleted>;
