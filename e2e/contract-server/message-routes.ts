import type { Caller } from './callers.ts'
import { createId, nowText, type ContractState, type StoredRow } from './contract-state.ts'
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
import { findThread } from './thread-routes.ts'

const FIELDS = ['parent_id', 'parent_external_id', 'external_id', 'format', 'content']

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Newest first. The list is empty for missing threads, and for threads of another workspace. */
function list(state: ContractState, caller: Caller, id: string, query: URLSearchParams): Answer {
  const limit = readLimit(query, 200, 200)
  const thread = state.threads.find((one) => one.id === id)
  const rows = thread?.workspace_id === caller.workspace ? (state.rows.get(id) ?? []) : []
  const sorted = rows.toReversed().toSorted((a, b) => b.height - a.height)
  return ok({ messages: pageOf(sorted, query, limit) })
}

function findParent(rows: readonly StoredRow[], fields: ReturnType<typeof readFields>) {
  const { parent_id, parent_external_id } = fields
  if (typeof parent_external_id === 'string') {
    const row = rows.find((one) => one.external_id === parent_external_id)
    if (row) return row
    throw new Refusal(400, 'Parent message with external_id not found in thread')
  }
  if (parent_id === undefined) throw invalid()
  // A client that does not know the row's id yet sends its own id.
  if (typeof parent_id !== 'string' || !parent_id.startsWith('msg_')) return null
  const row = rows.find(({ id }) => id === parent_id)
  if (row) return row
  throw new Refusal(400, 'Parent message not found in thread')
}

function create(state: ContractState, caller: Caller, threadId: string, body: unknown): Answer {
  const fields = readFields(body, FIELDS)
  const { content } = fields
  const format = readText(fields['format'], 255)
  if (!isObject(content)) throw invalid()
  const thread = findThread(state, caller, threadId)
  const rows = state.rows.get(threadId) ?? []
  state.rows.set(threadId, rows)
  const externalId = typeof fields['external_id'] === 'string' ? fields['external_id'] : null
  const parent = findParent(rows, fields)
  const known = rows.find((one) => externalId !== null && one.external_id === externalId)
  if (known) {
    if (known.content['role'] !== content['role']) {
      throw new Refusal(409, 'Message role cannot change')
    }
    known.content = content
    return ok({ message_id: known.id })
  }
  const now = nowText()
  const row: StoredRow = {
    id: createId('msg'),
    external_id: externalId,
    parent_id: parent?.id ?? null,
    height: parent ? parent.height + 1 : 0,
    created_at: now,
    updated_at: now,
    format,
    content,
  }
  rows.push(row)
  thread.last_message_at = now
  return created({ message_id: row.id })
}

function removeMany(state: ContractState, threadId: string, body: unknown): Answer {
  const { message_ids: ids } = readFields(body, ['message_ids'])
  if (!Array.isArray(ids) || ids.length === 0 || ids.length > 200) throw invalid()
  const rows = state.rows.get(threadId) ?? []
  const left = rows.filter(({ id }) => !ids.includes(id))
  if (left.length === rows.length) throw notFound('Messages')
  state.rows.set(threadId, left)
  return ok({})
}

function rate(body: unknown): Answer {
  const { type, comment } = readFields(body, ['type', 'comment'])
  if (type !== 'positive' && type !== 'negative') throw invalid()
  const words = comment === undefined ? {} : { comment: readText(comment, 2000) }
  return ok({ feedback_id: createId('score'), type, ...words })
}

/** Returns `undefined` for other calls. */
export function answerMessages(
  state: ContractState,
  caller: Caller,
  { method, path, query, body }: Exchange,
): Answer | undefined {
  const [first, threadId = '', third, messageId, fifth] = path
  if (first !== 'threads' || third !== 'messages' || path.length > 5) return undefined
  if (messageId === undefined) {
    if (method === 'GET') return list(state, caller, threadId, query)
    if (method === 'POST') return create(state, caller, threadId, body)
    if (method !== 'DELETE') return undefined
    findThread(state, caller, threadId)
    return removeMany(state, threadId, body)
  }
  findThread(state, caller, threadId)
  const row = state.rows.get(threadId)?.find(({ id }) => id === messageId)
  if (!row) throw notFound('Message')
  if (fifth === 'feedback' && method === 'POST') return rate(body)
  if (fifth !== undefined || method !== 'PUT') return undefined
  const { content } = readFields(body, ['content'])
  if (!isObject(content)) throw invalid()
  row.content = content
  row.updated_at = nowText()
  return NO_CONTENT
}
