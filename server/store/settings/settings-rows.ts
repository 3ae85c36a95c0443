import type { Selectable } from 'kysely'
import type { JsonObject } from '../../../shared/json.ts'
import { fromColumn } from '../json-column.ts'
import type { ProjectDraftsTable, ProjectVersionsTable } from './settings-tables.ts'

export interface DraftRow {
  readonly settings: JsonObject
  readonly revision: number
  /** The revision with which it began. */
  readonly beganRevision: number
  /** The published version from which it began; null: none was published. */
  readonly baseNumber: number | null
  /** Mail; null: the command line. */
  readonly changedBy: string | null
  readonly changedAt: string
}

/** A published version without its settings. */
export interface VersionHead {
  readonly number: number
  /** Mail; null: the command line. */
  readonly by: string | null
  readonly at: string
  readonly why: string
  /** The version that it brought back; null: it is no undo. */
  readonly undoOf: number | null
}

export interface VersionRow extends VersionHead {
  readonly settings: JsonObject
}

export const VERSION_COLUMNS = [
  'number',
  'published_by',
  'published_at',
  'why',
  'undo_of',
] as const satisfies readonly (keyof ProjectVersionsTable)[]

export const toDraftRow = (row: Selectable<ProjectDraftsTable>): DraftRow => ({
  settings: fromColumn(row.settings),
  revision: row.revision,
  beganRevision: row.began_revision,
  baseNumber: row.base_number,
  changedBy: row.changed_by,
  changedAt: row.changed_at,
})

export const toVersionHead = (
  row: Pick<Selectable<ProjectVersionsTable>, (typeof VERSION_COLUMNS)[number]>,
): VersionHead => ({
  number: row.number,
  by: row.published_by,
  at: row.published_at,
  why: row.why,
  undoOf: row.undo_of,
})

export const toVersionRow = (row: Selectable<ProjectVersionsTable>): VersionRow => ({
  ...toVersionHead(row),
  settings: fromColumn(row.settings),
})
