import { micros, type Volume, type VolumeBackup, type VolumeSnapshot } from './double-world.ts';

export function shownVolume(volume: Volume) {
  const { id, name, description, status, size, type, bootable, metadata, attachment, createdAt, project } = volume;
  const attached = attachment && {
    id,
    attachment_id: attachment.id,
    volume_id: id,
    server_id: attachment.serverId,
    host_name: null,
    device: attachment.device,
    attached_at: micros(createdAt),
  };
  return {
    id,
    status,
    size,
    availability_zone: volume.zone,
    created_at: micros(createdAt),
    updated_at: null,
    name,
    description,
    volume_type: type,
    snapshot_id: volume.snapshotId,
    source_volid: null,
    metadata,
    links: [],
    user_id: null,
    bootable: String(bootable),
    encrypted: false,
    replication_status: null,
    consistencygroup_id: null,
    multiattach: false,
    attachments: attached ? [attached] : [],
    'os-vol-tenant-attr:tenant_id': project.id,
    ...(Object.keys(volume.imageMetadata).length > 0 && { volume_image_metadata: volume.imageMetadata }),
  };
}

/** As it is answered to whoever makes or changes it. */
export function plainVolume(volume: Volume) {
  const { 'os-vol-tenant-attr:tenant_id': _project, ...plain } = shownVolume({ ...volume, imageMetadata: {} });
  return plain;
}

export function shownSnapshot({ id, name, description, status, volumeId, size, metadata, createdAt, project }: VolumeSnapshot) {
  return {
    id,
    name,
    status,
    volume_id: volumeId,
    size,
    metadata,
    description,
    created_at: micros(createdAt),
    updated_at: null,
    'os-extended-snapshot-attributes:project_id': project.id,
    'os-extended-snapshot-attributes:progress': status === 'available' ? '100%' : '0%',
  };
}

export function plainSnapshot(snapshot: VolumeSnapshot) {
  const {
    'os-extended-snapshot-attributes:project_id': _project,
    'os-extended-snapshot-attributes:progress': _progress,
    ...plain
  } = shownSnapshot(snapshot);
  return plain;
}

export function shownBackup(backup: VolumeBackup) {
  const { id, name, status, volumeId, size, metadata, createdAt } = backup;
  return {
    id,
    name,
    status,
    volume_id: volumeId,
    size,
    metadata,
    created_at: micros(createdAt),
    is_incremental: false,
    has_dependent_backups: false,
    fail_reason: null,
  };
}
