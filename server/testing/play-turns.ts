import { isPlainObject, type JsonObject } from '../../shared/json.ts'
import { applyAnswerChunk, type MessageWithMemory } from '../models/step-memory.ts'
import { decodeRow } from '../../shared/thread/decode-row.ts'
import {
  createAssistantMessage,
  createUserMessage,
  type Message,
} from '../../shared/thread/message.ts'
import type { BackendTool } from '../models/backend-tool.ts'
import { createModel } from '../models/create-assistants.ts'
import { encodeAnswer } from '../runs/read-history.ts'
import type { CachingModel } from '../../e2e/model-server/start-caching-model.ts'

export const CACHING_PROVIDERS = ['openai-compatible', 'openai', 'anthropic'] as const
export type CachingProvider = (typeof CACHING_PROVIDERS)[number]

const NOW = '2026-11-21T05:00:00.000Z'
const SYSTEM = `Answer as the shop does. ${'The shop sells tea, and is kind to everybody. '.repeat(60)}`
const ABOUT = 'Please explain this to me, in a few words and without a table. '.repeat(8)
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const tool: BackendTool = {
  name: 'look_up',
  description: 'Finds an order.',
  parameters: { type: 'object', properties: { number: { type: 'number' } } },
  // A text, an object and a failure reach the model in different forms.
  execute({ number }) {
    const kind = Number(number) % 3
    if (kind === 0) throw new Error('No such order.')
    return kind === 1 ? 'It is on its way. '.repeat(20) : { order: number ?? null, sent: true }
  },
}

/**
 * Plays a conversation with a provider's model: every third question leads to a tool call, and the second one
 * has a picture. Stored answers are read back for the next question.
 *
 * @param hasPage true if a page sends data with each question, which changes. Default: true.
 * @returns the answers.
 */
export async function playTurns(
  provider: CachingProvider,
  { url }: CachingModel,
  turns: number,
  hasPage = true,
): Promise<readonly Message[]> {
  const providers = {
    OPENAI_BASE_URL: url,
    OPENAI_API_KEY: 'key',
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: 'key',
  }
  const model = createModel({ model: `${provider}/scripted`, providers })
  const caller = { projectId: 'p', workspaceId: 'w', userId: 'u' }
  const backend = { tools: [tool], caller, argsBytes: 1_000, resultBytes: 10_000 }
  const { signal } = new AbortController()
  const answers: Message[] = []
  const messages: Message[] = []
  for (let turn = 1; turn <= turns; turn += 1) {
    messages.push(createQuestion(turn, hasPage))
    const request = {
      messages: [...messages],
      system: SYSTEM,
      backend,
      maxSteps: 5,
      answerId: `a${turn}`,
    }
    let answer: MessageWithMemory = createAssistantMessage(`a${turn}`, NOW)
    for await (const chunk of model.stream(request, signal)) {
      answer = applyAnswerChunk(answer, chunk)
    }
    answers.push(answer)
    messages.push(storeAndRead(answer))
  }
  return answers
}

function createQuestion(turn: number, hasPage: boolean): Message {
  const asked = turn % 3 === 0 ? `Please look up order ${turn}. ` : `Question ${turn}. `
  const question = createUserMessage(`q${turn}`, NOW, asked + ABOUT)
  return {
    ...question,
    content: [
      ...question.content,
      ...(turn === 2 ? [{ type: 'image' as const, image: PICTURE }] : []),
    ],
    metadata: { custom: hasPage ? { context: { page: `Page ${turn}` } } : {} },
  }
}

function storeAndRead(answer: Message): Message {
  const { format, content } = encodeAnswer(answer)
  const stored: unknown = JSON.parse(JSON.stringify(content))
  const row = { id: answer.id, created_at: NOW, format, content: stored as JsonObject }
  const read = decodeRow(row, () => {})
  if (!read || !isPlainObject(stored)) throw new Error('The answer cannot be read back.')
  return read
}
