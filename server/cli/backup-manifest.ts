import { createHmac } from 'node:crypto'
import * as v from 'valibot'

/** Of the folder's layout: a restore reads no newer one. */
export const BACKUP_FORMAT = 1

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** What a backup says about itself. It is written last: a folder without it is half a backup. */
export const manifestSchema = v.object({
  format: v.literal(BACKUP_FORMAT),
  /** Of Alcove. */
  version: v.string(),
  made_at: v.string(),
  engine: v.picklist(['sqlite', 'postgres']),
  /** By table. */
  rows: v.record(v.string(), count),
  files: v.object({
    /** `bucket`: they are in S3 and not in the backup. */
    place: v.picklist(['backup', 'bucket']),
    count,
    bytes: count,
  }),
  secret: v.object({
    /** `none`: the server has it from `ALCOVE_SECRET`. */
    place: v.picklist(['backup', 'none']),
    mark: v.string(),
  }),
  /** Of `SHA256SUMS`, which has those of all other files. */
  sums_sha256: v.string(),
})

export type BackupManifest = v.InferOutput<typeof manifestSchema>

/** Tells whether two secrets are the same, and nothing else about them. */
export const markSecret = (secret: string): string =>
  createHmac('sha256', secret).update('alcove/backup-mark/v1').digest('hex')
