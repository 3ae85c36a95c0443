import type { Chunk } from '../../shared/wire/chunk.ts'
import type { ChatBody, UiMessage } from '../../shared/api/chat.ts'
import { createEventDecoder } from '../../shared/wire/sse.ts'
import { AMOUNT_DEFAULTS } from '../limits/limit-table.ts'
import type { Assistant, ModelRequest } from '../models/model.ts'
import type { AnswerChunk } from '../models/step-memory.ts'
import { createScriptedModel, sayText } from '../models/testing/scripted-model.ts'
import type { KeepFacts } from '../runs/keep-run.ts'
import { createRuns, type RunReader, type SubmitOptions } from '../runs/runs.ts'
import { createMemoryLog } from '../streams/memory-log.ts'
import { createTestBudgets } from './create-test-budgets.ts'
import { BASE, createFilesWorld, ownerNamed, type FilesWorldOptions } from './create-files-world.ts'
import { readRows } from '../store/read-rows.test-support.ts'

export interface RunsWorldOptions extends FilesWorldOptions {
  readonly answer?: (
    request: ModelRequest,
    signal: AbortSignal,
  ) => Iterable<AnswerChunk> | AsyncIterable<AnswerChunk>
  readonly assistant?: Partial<Assistant>
  readonly keepFacts?: KeepFacts
}

export type RunsWorld = Awaited<ReturnType<typeof createRunsWorld>>

/** Runs over their own database and files, with one assistant whose model is scripted. */
export async function createRunsWorld({
  answer = () => sayText('Hello.'),
  assistant,
  keepFacts,
  amounts = {},
  ...options
}: RunsWorldOptions = {}) {
  const world = await createFilesWorld({ amounts, ...options })
  const model = createScriptedModel(answer)
  const all = { ...AMOUNT_DEFAULTS, ...amounts }
  const errors: unknown[] = []
  /** Threads that were to be titled, and the text. */
  const named: [threadId: string, text: string][] = []
  const found: Assistant = {
    model,
    system: undefined,
    tools: [],
    maxSteps: 1,
    maxOutputTokens: undefined,
    takesClientSystem: false,
    ...assistant,
  }
  /** The runs of one process; others use the same database. */
  const createProcess = () =>
    createRuns({
      store: world.store,
      log: createMemoryLog(),
      assistants: {
        find: async (projectId, id) =>
          projectId === 'shop' && id === 'default' ? found : undefined,
      },
      budgets: createTestBudgets(world.store, { now: () => world.clock.ms }),
      quota: {
        add: () => Promise.resolve(),
        within: (_subject, _addedBytes, write) => write(all.userMessageBytes),
      },
      files: world.files,
      titles: { titleLater: (_scope, threadId, text) => void named.push([threadId, text]) },
      amount: (_projectId, name) => all[name],
      keepFacts,
      now: () => new Date(world.clock.ms),
      onError: (error) => errors.push(error),
    })
  const runs = createProcess()
  const ada = ownerNamed('ada')

  return {
    ...world,
    runs,
    createProcess,
    model,
    errors,
    named,
    ada,
    /** Makes one chat call of ada, as our own client by default. */
    submit: (body: ChatBody, options: Partial<SubmitOptions> = {}) =>
      runs.submit(ada, body, { saves: true, isOurs: true, base: BASE, ...options }),
    /** The rows of a thread, oldest first. */
    async rows(thread: string) {
      const { id } = (await world.store.threads.find(ada, thread))!
      return (await readRows(world.store.messages.list(ada, id, { limit: 200 }))).toReversed()
    },
  }
}

/** A chat call with a new message. */
export function chatBody(
  thread: string,
  id: string,
  parts: UiMessage['parts'],
  before?: string,
): ChatBody {
  const parent = before === undefined ? [] : [{ id: before, role: 'assistant' as const, parts: [] }]
  return {
    id: thread,
    messages: [...parent, { id, role: 'user', parts }],
    trigger: 'submit-message',
  }
}

/** A chat call that continues an answer. */
export const answerBody = (thread: string, id: string, ...parts: UiMessage['parts']): ChatBody => ({
  id: thread,
  messages: [{ id, role: 'assistant', parts }],
  trigger: 'submit-message',
})

/** All chunks of an answer, to its end. */
export async function readAll(
  reader: RunReader,
  signal: AbortSignal = new AbortController().signal,
): Promise<Chunk[]> {
  const bytes = reader.stream(signal) as ReadableStream<Uint8Array<ArrayBuffer>>
  const events = await Array.fromAsync(bytes.pipeThrough(createEventDecoder()))
  return events.flatMap((event) => (event.type === 'chunk' ? [event.chunk] : []))
}
