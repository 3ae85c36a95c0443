import type { Kysely } from 'kysely'
import { fillDesk } from './desk/many-desk-rows.test-support.ts'
import { fillManyCaseRows } from './cases/case-rows.test-support.ts'
import { insertAll } from './insert-all.test-support.ts'
import { fillManyConversationRows } from './desk/conversation-rows.test-support.ts'
import { fillManyFactRows } from './facts/fact-rows.test-support.ts'
import { fillManyKnowledgeRows } from './knowledge/many-knowledge-rows.test-support.ts'
import { fillNotices } from './notices/many-notice-rows.test-support.ts'
import { fillVectors } from './knowledge/vectors/many-vectors.test-support.ts'
import type { Scope } from './store.ts'
import type { Tables } from './tables.ts'

export const ROWS = 5_000
export const SCOPE: Scope = { projectId: 'p', workspaceId: 'w', userId: 'u' }
export const TIME = '2027-01-15T08:00:00.000Z'
/** Few of the rows belong to this visitor. */
export const VISITOR: Scope = { projectId: 'p', workspaceId: 'usr_anon_1', userId: 'usr_anon_1' }
export const MOVER: Scope = { projectId: 'p', workspaceId: 'mover', userId: 'mover' }
const ERASED: Scope = { projectId: 'p', workspaceId: 'erased', userId: 'erased' }
const OWNERS: Readonly<Record<number, Scope>> = { 2: VISITOR, 3: MOVER, 4: ERASED }

/** By default enough rows in each table to show a plan that reads them all. */
export async function fillTables(db: Kysely<Tables>, rows = ROWS) {
  const time = TIME
  const scope = { project_id: SCOPE.projectId, workspace_id: SCOPE.workspaceId }
  const owner = (n: number) => {
    const { projectId, workspaceId, userId } = OWNERS[n] ?? SCOPE
    return { project_id: projectId, workspace_id: workspaceId, user_id: userId }
  }
  const numbers = Array.from({ length: rows }, (_, index) => index + 1)
  await insertAll(db, 'threads', numbers, (n) => ({
    ...owner(n),
    id: `t${n}`,
    external_id: `e${n}`,
    title: null,
    is_archived: n % 2,
    metadata: null,
    last_message_at: time,
    created_at: time,
    updated_at: time,
  }))
  await insertAll(db, 'messages', numbers, (n) => ({
    ...scope,
    id: `m${n}`,
    thread_id: 't1',
    parent_id: n === 1 ? null : `m${n - 1}`,
    external_id: `e${n}`,
    format: 'f',
    content: '{}',
    height: n - 1,
    created_at: time,
    updated_at: time,
  }))
  await insertAll(db, 'message_leases', numbers, (n) => ({
    thread_id: 't1',
    message_id: `m${n}`,
    lease_id: `l${n}`,
    beaten_at: time,
    ended_at: null,
    end_reason: null,
  }))
  await insertAll(db, 'step_memory', numbers, (n) => ({
    thread_id: 't1',
    message_id: `m${n}`,
    project_id: 'p',
    workspace_id: 'w',
    data: '{}',
  }))
  await insertAll(db, 'answer_knowledge', numbers, (n) => ({
    thread_id: 't1',
    message_id: `m${n}`,
    project_id: n % 2 ? 'p' : `p${n}`,
    workspace_id: 'w',
    is_unanswered: n % 3 ? 0 : 1,
    data: '{}',
    created_at: time,
  }))
  await fillManyFactRows(db, numbers, TIME)
  await fillManyConversationRows(db, numbers, TIME)
  await fillManyCaseRows(db, numbers, TIME)
  for (const sums of ['message_bytes', 'file_bytes'] as const) {
    await insertAll(db, sums, numbers, (n) => ({
      project_id: 'p',
      workspace_id: `w${n}`,
      bytes: n,
    }))
  }
  await insertAll(db, 'search_documents', numbers, (n) => ({
    thread_id: 't1',
    message_id: `m${n}`,
    scope: 's',
    terms: `sword${n}`,
  }))
  await insertAll(db, 'runs', numbers, (n) => ({
    ...scope,
    id: `r${n}`,
    user_id: 'u',
    thread_id: 't1',
    message_id: `a${n}`,
    parent_id: 'm1',
    owns_user_message: 0,
    owner: 'o',
    lease_until: time,
    started_at: time,
    ended_at: n === 1 ? null : time,
  }))
  await fillVectors(db, numbers)
  await insertAll(db, 'kept_stops', numbers, (n) => ({ key: `s${n}`, until: time }))
  await insertAll(db, 'blocked_addresses', numbers, (n) => ({
    id: `a${n} p`,
    address_key: `a${n}`,
    project_id: 'p',
    everybody: 0,
    reason: null,
    created_at: time,
    ends_at: time,
  }))
  await fillDesk(db, numbers, time)
  await fillNotices(db, numbers, time)
  await insertAll(db, 'spent_proofs', numbers, (n) => ({ id: `x${n}`, until: time }))
  await insertAll(db, 'event_batches', numbers, (n) => ({ id: `e${n}`, until: time }))
  await insertAll(db, 'job_leases', numbers, (n) => ({ job: `j${n}`, owner: 'o', until: n }))
  await insertAll(db, 'budgets', numbers, (n) => ({ line: `2027-01-15 p calls ${n}`, used: 1 }))
  await insertAll(db, 'write_checks', numbers, (n) => ({ name: `n${n}`, count: 1 }))
  await insertAll(db, 'run_chunks', numbers, (n) => ({ run_id: `r${n}`, seq: 0, data: 'x' }))
  await insertAll(db, 'sessions', numbers, (n) => ({
    token_hash: `h${n}`,
    session_id: `s${n}`,
    project_id: 'p',
    user_id: `u${n}`,
    parent_hash: null,
    child_hash: null,
    created_at: time,
    used_at: null,
    expires_at: time,
    started_at: time,
  }))
  await insertAll(db, 'projects', numbers, (n) => ({
    id: `p${n}`,
    name: 'x',
    created_at: time,
    suspended_at: null,
    named_only_since: null,
    work_bits: null,
  }))
  await insertAll(db, 'project_versions', numbers, (n) => ({
    project_id: `p${1 + (n % 10)}`,
    number: n,
    settings: '{}',
    published_at: time,
    why: 'x',
  }))
  await insertAll(db, 'project_drafts', numbers, (n) => ({
    project_id: `p${n}`,
    settings: '{}',
    revision: n,
    began_revision: n,
    changed_at: time,
  }))
  await insertAll(db, 'config_reloads', numbers, (n) => ({ id: `r${n}`, asked_at: time }))
  await insertAll(db, 'config_reload_reports', numbers, (n) => ({
    reload_id: `r${n}`,
    server: 's',
    at: time,
    is_taken: 1,
    report: 'x',
  }))
  await fillManyKnowledgeRows(db, numbers, TIME)
  await insertAll(db, 'api_keys', numbers, (n) => ({
    id: `k${n}`,
    project_id: `p${n}`,
    name: 'x',
    scope: 'server',
    key_hash: `h${n}`,
    hint: 'x',
    created_at: time,
    revoked_at: null,
  }))
  await insertAll(db, 'scores', numbers, (n) => ({
    ...owner(n),
    id: `s${n}`,
    name: `n${n % 5}`,
    target: `${n}`,
    data_type: 'numeric',
    value: n,
    string_value: null,
    comment: 'x',
    thread_id: `t${n}`,
    message_id: `m${n}`,
    run_id: null,
    created_at: time,
    updated_at: time,
  }))
  await insertAll(db, 'run_reports', numbers, (n) => ({
    ...owner(n),
    id: `r${n}`,
    thread_id: `t${n % 100}`,
    message_id: null,
    trace_id: `x${n}`,
    status: 'completed',
    model_id: null,
    duration_ms: 1,
    input_tokens: 1,
    output_tokens: 1,
    attributes: '{"note":1}',
    created_at: time,
  }))
  await insertAll(db, 'events', numbers, (n) => ({
    ...owner(n),
    id: `e${n}`,
    kind: 'sent',
    thread_id: null,
    message_id: null,
    run_id: null,
    value: null,
    props: '{}',
    created_at: time,
  }))
  await insertAll(db, 'files', numbers, (n) => ({
    ...owner(n),
    key: `f${n}`,
    filename: 'x',
    declared_type: null,
    declared_bytes: 1,
    media_type: null,
    bytes: null,
    state: 'pending',
    thread_id: n % 2 ? `t${n}` : null,
    unsent_since: n % 2 ? null : time,
    created_at: time,
  }))
  await insertAll(
    db,
    'file_threads',
    numbers.filter((n) => n % 2),
    (n) => ({ file_key: `f${n}`, thread_id: `t${n}` }),
  )
}
