import { createUserMessage, type Message } from '../../shared/thread/message.ts'
import type { Model, ModelRequest } from './model.ts'
import type { AnswerChunk } from './step-memory.ts'

/** Maximum of tokens that a model writes for one question. */
export const QUESTION_TOKENS_MAX = 1_000

/** Ability of a model that one question shows. */
export type Ability = 'word' | 'tool' | 'picture' | 'reasoning'

export interface Question {
  readonly ability: Ability
  readonly request: ModelRequest
  /** True if the answer shows the ability. */
  readonly isShownBy: (answer: readonly AnswerChunk[]) => boolean
}

/** A square of 32 pixels, all red. */
const RED_SQUARE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAJ0lEQVR42u3NsQkAAAjAsP7/tF7hIASyp6lTCQQCgUAgEAgEgi/BAjLD/C5w/SM9AAAAAElFTkSuQmCC'

const TOOL = {
  name: 'report_colour',
  description: 'Reports a colour.',
  parameters: {
    type: 'object',
    properties: { colour: { type: 'string' } },
    required: ['colour'],
  },
}

function ask(text: string, files: Message['content'] = []): ModelRequest {
  const message = createUserMessage('question', new Date().toISOString(), text)
  return {
    messages: [{ ...message, content: [...message.content, ...files] }],
    settings: { maxOutputTokens: QUESTION_TOKENS_MAX },
  }
}

const textOf = (answer: readonly AnswerChunk[]): string =>
  answer.map((chunk) => (chunk.type === 'text-delta' ? chunk.delta : '')).join('')

/** The questions, the cheapest first. */
export const createQuestions = (): readonly [Question, ...Question[]] => [
  {
    ability: 'word',
    request: ask('Answer with the word hello, and nothing else.'),
    isShownBy: (answer) => textOf(answer).trim() !== '',
  },
  {
    ability: 'tool',
    request: { ...ask(`Call the tool ${TOOL.name} with the colour blue.`), tools: [TOOL] },
    isShownBy: (answer) =>
      answer.some((chunk) => chunk.type === 'tool-input-available' && chunk.toolName === TOOL.name),
  },
  {
    ability: 'picture',
    request: ask('Which colour has this picture? Answer with one word, in English.', [
      { type: 'image', image: RED_SQUARE },
    ]),
    isShownBy: (answer) => /\bred\b/i.test(textOf(answer)),
  },
  {
    ability: 'reasoning',
    request: ask('How much is 17 times 23? Think first.'),
    isShownBy: (answer) =>
      answer.some((chunk) => chunk.type === 'reasoning-delta' && chunk.delta.trim() !== ''),
  },
]

/** All chunks of the answer to a question. */
export const answerTo = (model: Model, { request }: Question): Promise<AnswerChunk[]> =>
  // Limit: PROVIDER_TOTAL_TIMEOUT_MS, "waits for the next piece up to the limit, and not longer".
  Array.fromAsync(model.stream(request, new AbortController().signal))
