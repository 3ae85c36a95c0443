import { randomUUID } from 'node:crypto'
import type { NewFile, NewRunReport, NewScore, Scope } from './store.ts'
import type { NewMessage } from './change-messages.ts'

/** A user in a new workspace. */
export const createScope = (): Scope => ({
  projectId: 'default',
  workspaceId: randomUUID(),
  userId: randomUUID(),
})

/** Scopes that must neither see nor change rows of this scope. */
export const strangersOf = (scope: Scope): readonly Scope[] => [
  { ...scope, workspaceId: 'other' },
  { ...scope, projectId: 'other' },
]

export const newMessage = (text: string, rest: Partial<NewMessage> = {}): NewMessage => ({
  parent: null,
  externalId: null,
  format: 'aui/v0',
  content: { role: 'user', content: [{ type: 'text', text }] },
  ...rest,
})

export const newScore = (rest: Partial<NewScore> = {}): NewScore => ({
  name: 'rating',
  dataType: 'numeric',
  value: 1,
  stringValue: null,
  comment: null,
  threadId: null,
  messageId: null,
  runId: null,
  ...rest,
})

export const newReport = (rest: Partial<NewRunReport> = {}): NewRunReport => ({
  threadId: 't',
  messageId: null,
  traceId: null,
  status: 'completed',
  modelId: null,
  durationMs: null,
  inputTokens: null,
  outputTokens: null,
  attributes: {},
  ...rest,
})

export const newFile = (scope: Scope, rest: Partial<NewFile> = {}): NewFile => ({
  key: randomUUID(),
  scope,
  filename: 'a b.txt',
  declaredType: null,
  declaredBytes: null,
  mediaType: null,
  bytes: null,
  state: 'pending',
  ...rest,
})
