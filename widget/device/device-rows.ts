/** What is kept on the device, by what it is for. */
export type RowKind = 'drafts' | 'outbox' | 'unread'

/** Whose rows they are: projects of one origin share its storage, and so do people of one device. */
export interface RowScope {
  /** The project's address. */
  readonly base: string
  /** Never a name: see `ownerKey`. */
  readonly owner: string
}

/** Whoever reads a value checks it: another version may have written it. */
export interface DeviceRow {
  readonly id: string
  readonly value: unknown
}

/** Rows that outlive the page, files included. */
export interface DeviceRows {
  list(kind: RowKind, scope: RowScope): Promise<readonly DeviceRow[]>
  put(kind: RowKind, scope: RowScope, row: DeviceRow): Promise<void>
  remove(kind: RowKind, scope: RowScope, ids: readonly string[]): Promise<void>
  /** Removes everything of somebody. */
  clear(scope: RowScope): Promise<void>
  /** Removes what everybody else left in the same project. */
  clearOthers(scope: RowScope): Promise<void>
}

export const ROW_KINDS: readonly RowKind[] = ['drafts', 'outbox', 'unread']
