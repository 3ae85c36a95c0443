import { isAttachment, type Attachment } from '../../shared/thread/attachment.ts'
import type { DeviceRows, RowKind, RowScope } from './device-rows.ts'

/** Whose rows they are, and until when. */
export interface RowOwner {
  readonly rows: DeviceRows
  readonly scope: RowScope
  /** Aborts when somebody else comes. */
  readonly ending: AbortSignal
}

/**
 * Rows of one kind and one person. After their end (they signed out, or somebody else came) they read as
 * empty and swallow writes, so that a late call cannot bring back what was removed.
 */
export interface KeptRows<Value> {
  /** By id; rows that cannot be read are left out. */
  all(): Promise<ReadonlyMap<string, Value>>
  put(id: string, value: Value): Promise<void>
  remove(ids: readonly string[]): Promise<void>
}

/** @param parse another version may have written a row: `undefined` for what this one cannot read. */
export function keepRows<Value>(
  { rows, scope, ending }: RowOwner,
  kind: RowKind,
  parse: (value: unknown) => Value | undefined,
): KeptRows<Value> {
  return {
    async all() {
      const list = ending.aborted ? [] : await rows.list(kind, scope)
      if (ending.aborted) return new Map()
      return new Map(
        list.flatMap(({ id, value }) => {
          const read = parse(value)
          return read === undefined ? [] : [[id, read] as const]
        }),
      )
    },
    async put(id, value) {
      if (!ending.aborted) await rows.put(kind, scope, { id, value })
    },
    async remove(ids) {
      if (!ending.aborted && ids.length > 0) await rows.remove(kind, scope, ids)
    },
  }
}

/** A file of a draft or of a message: as it was picked, or what the server has of it. */
export type KeptFile = File | Attachment

export const isKeptFile = (value: unknown): value is KeptFile =>
  value instanceof File || isAttachment(value)

/** Whether the server has it. */
export const isUploaded = (file: KeptFile): file is Attachment => !(file instanceof File)

/** Bytes that it takes on the device. */
export const keptBytes = (file: KeptFile): number => (file instanceof File ? file.size : 0)

export const sumBytes = (files: readonly KeptFile[]): number =>
  files.reduce((sum, file) => sum + keptBytes(file), 0)
