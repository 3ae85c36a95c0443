import { createLocalThreadId } from '../../shared/ids.ts'
import type { KeyValueStorage } from '../../shared/key-value-storage.ts'
import { messageText, type Message } from '../../shared/thread/message.ts'
import { createCloudClient } from '../api/create-cloud-client.ts'
import { createFakeStorage } from '../api/fake-tokens.test-support.ts'
import { createNodeWorld } from '../api/node-world.test-support.ts'
import { createAssistantTransport } from './transports/assistant-transport.ts'
import { createChatTransport } from './chat-transport.ts'
import { createEndpointTransport } from './transports/endpoint-transport.ts'
import type { ConversationSettings } from './conversation.ts'
import { createConversation } from './create-conversation.ts'
import type { HumanRequest, ThreadChange } from './thread-log.ts'
import type { AnswerSource } from '../world/answer-source.ts'

export interface RealThreadOptions extends Pick<
  ConversationSettings,
  'createToolRunner' | 'readContext'
> {
  readonly answers: AnswerSource
  readonly storage?: KeyValueStorage
  /** Default: a new thread. */
  readonly threadId?: string
}

export type RealThread = ReturnType<typeof openRealThread>

/** A thread of one visitor on a real server. */
export function openRealThread(
  base: string,
  { answers, storage = createFakeStorage(), threadId, ...rest }: RealThreadOptions,
) {
  const clientWorld = createNodeWorld(base, storage)
  const cloud = createCloudClient({ anonymous: true }, clientWorld)
  const transportOf = (source: AnswerSource) => {
    if (source.type === 'endpoint') return createEndpointTransport(source.url, clientWorld)
    return source.type === 'chat'
      ? createChatTransport(cloud, clientWorld.clock)
      : createAssistantTransport(source.assistantId, cloud)
  }
  const messages = new Map<string, Message>()
  const failures: unknown[] = []
  let ids: readonly string[] = []
  let requests: readonly HumanRequest[] = []
  const branches = new Map<string, readonly string[]>()
  let thread = threadId ?? ''
  let isRunning = false
  let settled = Promise.withResolvers<void>()

  function onChange(change: ThreadChange) {
    if (change.type === 'path') ids = change.ids
    if (change.type === 'message') messages.set(change.message.id, change.message)
    if (change.type === 'branches') branches.set(change.id, change.ids)
    if (change.type === 'human-requests') requests = change.requests
    if (change.type === 'thread') thread = change.id
    if (change.type === 'failure') failures.push(change.error)
    if (change.type === 'run') isRunning = change.isRunning
    if (change.type === 'run' && change.isRunning) settled = Promise.withResolvers()
    if (change.type === 'run' && !change.isRunning) settled.resolve()
  }

  const session = createConversation({
    ...rest,
    cloud,
    clock: clientWorld.clock,
    pace: { isImmediate: () => true, subscribe: () => () => {} },
    threadId: threadId ?? createLocalThreadId(),
    isNew: threadId === undefined,
    transport: transportOf(answers),
    onChange,
  })
  const path = () => ids.flatMap((id) => messages.get(id) ?? [])
  return {
    session,
    cloud,
    failures,
    /** Open questions to the person. */
    requests: () => requests,
    path,
    id: (index: number) => ids[index] ?? '',
    thread: () => thread,
    texts: () => path().map(messageText),
    siblings: (index: number) => branches.get(ids[index] ?? '')?.length ?? 1,
    isRunning: () => isRunning,
    ended: () => settled.promise,
  }
}
