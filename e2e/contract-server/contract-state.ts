import { randomBytes } from 'node:crypto'

export interface StoredThread {
  readonly id: string
  readonly project_id: string
  workspace_id: string
  title: string | null
  is_archived: boolean
  readonly external_id: string | null
  metadata: unknown
  last_message_at: string
  readonly created_at: string
  updated_at: string
}

export interface StoredRow {
  readonly id: string
  readonly external_id: string | null
  readonly parent_id: string | null
  readonly height: number
  readonly created_at: string
  updated_at: string
  readonly format: string
  content: Record<string, unknown>
}

export interface StoredFile {
  readonly type: string
  body: Buffer | null
}

export interface Visitor {
  readonly id: string
  expiresAt: number
}

/** State of the server, in memory only. */
export interface ContractState {
  readonly threads: StoredThread[]
  /** Rows by thread. */
  readonly rows: Map<string, StoredRow[]>
  readonly files: Map<string, StoredFile>
  /** Anonymous visitors by refresh token. */
  readonly visitors: Map<string, Visitor>
  readonly events: unknown[]
}

export const createContractState = (): ContractState => ({
  threads: [],
  rows: new Map(),
  files: new Map(),
  visitors: new Map(),
  events: [],
})

/** Creates an id in this server's format: a prefix and 24 characters. */
export const createId = (prefix: string): string =>
  `${prefix}_0${randomBytes(12).toString('hex').slice(1)}`

export const nowText = (): string => new Date().toISOString()
