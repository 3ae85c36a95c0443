import { PROJECT, type Caller } from './callers.ts'
import { createId, nowText, type ContractState, type StoredThread } from './contract-state.ts'
import {
  created,
  invalid,
  NO_CONTENT,
  notFound,
  ok,
  pageOf,
  readFields,
  readLimit,
  readText,
  Refusal,
  type Answer,
  type Exchange,
} from './exchange.ts'

const CREATE_FIELDS = ['title', 'last_message_at', 'metadata', 'external_id', 'upsert']
const UPDATE_FIELDS = ['title', 'last_message_at', 'metadata', 'is_archived']

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value))

/** @throws Refusal 404, also for threads of another workspace. */
export function findThread(state: ContractState, caller: Caller, id = ''): StoredThread {
  const thread = state.threads.find((one) => one.id === id)
  if (thread?.workspace_id !== caller.workspace) throw notFound('Thread')
  return thread
}

function list(state: ContractState, caller: Caller, query: URLSearchParams): Answer {
  const limit = readLimit(query, 20, 100)
  const isArchived = query.get('is_archived') === 'true'
  const rows = state.threads
    .filter((one) => one.workspace_id === caller.workspace && one.is_archived === isArchived)
    .toSorted((a, b) => (b.last_message_at + b.id).localeCompare(a.last_message_at + a.id))
  return ok({ threads: pageOf(rows, query, limit) })
}

function create(state: ContractState, caller: Caller, body: unknown): Answer {
  const fields = readFields(body, CREATE_FIELDS)
  const { last_message_at, upsert } = fields
  const title = fields['title'] === undefined ? null : readText(fields['title'], 255)
  const external_id =
    fields['external_id'] === undefined ? null : readText(fields['external_id'], 255)
  if (!isTime(last_message_at)) throw invalid()
  const known = state.threads.find(
    (one) => one.workspace_id === caller.workspace && one.external_id === external_id,
  )
  if (upsert === true && external_id !== null && known) return ok({ thread_id: known.id })
  const now = nowText()
  const thread: StoredThread = {
    id: createId('thread'),
    project_id: PROJECT,
    workspace_id: caller.workspace,
    title,
    is_archived: false,
    external_id,
    metadata: fields['metadata'] ?? null,
    last_message_at: new Date(last_message_at).toISOString(),
    created_at: now,
    updated_at: now,
  }
  state.threads.push(thread)
  return created({ thread_id: thread.id })
}

function update(thread: StoredThread, body: unknown): Answer {
  const fields = readFields(body, UPDATE_FIELDS)
  const { is_archived, metadata, last_message_at } = fields
  if (fields['title'] !== undefined) thread.title = readText(fields['title'], 255)
  if (typeof is_archived === 'boolean') thread.is_archived = is_archived
  if (isTime(last_message_at)) thread.last_message_at = new Date(last_message_at).toISOString()
  if (metadata !== undefined) thread.metadata = metadata
  thread.updated_at = nowText()
  return NO_CONTENT
}

function claim(state: ContractState, caller: Caller, body: unknown): Answer {
  if (caller.kind === 'anonymous') {
    throw new Refusal(403, 'Anonymous sessions cannot claim threads')
  }
  const { refresh_token } = readFields(body, ['refresh_token'])
  const visitor = state.visitors.get(String(refresh_token))
  if (!visitor) throw new Refusal(403, 'Invalid refresh token')
  const threads = state.threads.filter((one) => one.workspace_id === visitor.id)
  for (const thread of threads) thread.workspace_id = caller.workspace
  return ok({ moved: threads.length })
}

/** Returns `undefined` for other calls. */
export function answerThreads(
  state: ContractState,
  caller: Caller,
  { method, path, query, body }: Exchange,
): Answer | undefined {
  const [first, id] = path
  if (first !== 'threads' || path.length > 2) return undefined
  if (id === undefined) {
    if (method === 'GET') return list(state, caller, query)
    return method === 'POST' ? create(state, caller, body) : undefined
  }
  if (id === 'claim' && method === 'POST') return claim(state, caller, body)
  if (method === 'GET') return ok({ thread: findThread(state, caller, id) })
  if (method === 'PUT') return update(findThread(state, caller, id), body)
  if (method !== 'DELETE') return undefined
  state.threads.splice(state.threads.indexOf(findThread(state, caller, id)), 1)
  state.rows.delete(id)
  return NO_CONTENT
}
