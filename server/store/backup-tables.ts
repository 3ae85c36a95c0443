import type { Tables } from './tables.ts'

export interface BackupTable {
  readonly name: keyof Tables
  readonly columns: readonly string[]
  /** Of columns that hold something in every row, and that backups of older versions lack. */
  readonly defaults: Readonly<Record<string, string | number>>
  /** What its rows are read by, in order; an index has it, and no two rows are equal in it. */
  readonly key: readonly string[]
}

const define = <Name extends keyof Tables>(
  name: Name,
  /** Each column once: the compiler misses one that is left out. */
  columns: Record<keyof Tables[Name], true>,
  key: readonly (keyof Tables[Name] & string)[],
  defaults: BackupTable['defaults'] = {},
): BackupTable => ({ name, columns: Object.keys(columns), key, defaults })

const OWNED = { project_id: true, workspace_id: true, user_id: true } as const
const TARGETS = { thread_id: true, message_id: true, run_id: true } as const

/** Every table that holds something for long, each after those that its rows point at; within messages, parents come first. */
export const BACKUP_TABLES: readonly BackupTable[] = [
  define('projects', { id: true, name: true, created_at: true, suspended_at: true }, ['id']),
  define(
    'api_keys',
    {
      id: true,
      project_id: true,
      name: true,
      scope: true,
      key_hash: true,
      hint: true,
      created_at: true,
      revoked_at: true,
    },
    ['id'],
  ),
  define(
    'threads',
    {
      ...OWNED,
      id: true,
      title: true,
      is_archived: true,
      external_id: true,
      metadata: true,
      last_message_at: true,
      created_at: true,
      updated_at: true,
    },
    ['id'],
  ),
  define(
    'messages',
    {
      id: true,
      project_id: true,
      workspace_id: true,
      thread_id: true,
      parent_id: true,
      external_id: true,
      format: true,
      content: true,
      height: true,
      origin: true,
      created_at: true,
      updated_at: true,
    },
    ['thread_id', 'height', 'created_at', 'id'],
    { origin: 'client' },
  ),
  define(
    'runs',
    {
      ...OWNED,
      id: true,
      thread_id: true,
      message_id: true,
      parent_id: true,
      owns_user_message: true,
      continues_message: true,
      owner: true,
      lease_until: true,
      started_at: true,
      ended_at: true,
      moved_from: true,
      request_id: true,
      turn_key: true,
      stop_requested_at: true,
    },
    ['id'],
    { continues_message: 0 },
  ),
  define('run_chunks', { run_id: true, seq: true, data: true }, ['run_id', 'seq']),
  define(
    'sessions',
    {
      token_hash: true,
      session_id: true,
      project_id: true,
      user_id: true,
      parent_hash: true,
      child_hash: true,
      created_at: true,
      used_at: true,
      expires_at: true,
      started_at: true,
    },
    ['token_hash'],
  ),
  define(
    'scores',
    {
      ...OWNED,
      ...TARGETS,
      id: true,
      name: true,
      target: true,
      data_type: true,
      value: true,
      string_value: true,
      comment: true,
      created_at: true,
      updated_at: true,
    },
    ['id'],
  ),
  define(
    'run_reports',
    {
      ...OWNED,
      id: true,
      thread_id: true,
      message_id: true,
      trace_id: true,
      status: true,
      model_id: true,
      duration_ms: true,
      input_tokens: true,
      output_tokens: true,
      attributes: true,
      created_at: true,
    },
    ['id'],
  ),
  define(
    'events',
    { ...OWNED, ...TARGETS, id: true, kind: true, value: true, props: true, created_at: true },
    ['id'],
  ),
  define(
    'files',
    {
      ...OWNED,
      key: true,
      filename: true,
      declared_type: true,
      declared_bytes: true,
      media_type: true,
      bytes: true,
      state: true,
      thread_id: true,
      unsent_since: true,
      created_at: true,
    },
    ['key'],
  ),
  define('file_threads', { file_key: true, thread_id: true }, ['file_key', 'thread_id']),
]
