import { AlcoveError } from '../../shared/errors.ts'
import { createUserMessage } from '../../shared/thread/message.ts'
import { readThought } from '../../shared/wire/thought-mark.ts'
import type { Budgets } from '../limits/budgets.ts'
import type { Subject } from '../limits/limits.ts'
import { DEMO_MODEL_NAME } from '../models/demo-model.ts'
import type { BoundHooks } from '../models/hooks.ts'
import { DEFAULT_ASSISTANT, type Assistant, type Assistants, type Model } from '../models/model.ts'
import { withoutMarks } from '../models/without-marks.ts'
import type { Scope } from '../store/store.ts'
import { hooksOf } from './create-ask.ts'
import { createCallBudget } from './create-call-budget.ts'

/** Maximum of each text of a conversation that is sent to the model. */
export const MATERIAL_MAX_CHARACTERS = 4_096
/**
 * A short answer takes up to a hundred tokens. A model that reasons thinks before it, even with the lowest
 * effort.
 */
export const SHORT_OUTPUT_MAX_TOKENS = 1_024

/** A question about a conversation, whose answer is no part of it. */
export interface ShortQuestion {
  /** Noun that names the question's message, such as `title`. */
  readonly about: string
  readonly instructions: string
  /** Texts of the conversation, by the marks between which they are sent. */
  readonly material: Readonly<Record<string, string>>
  /** A model that writes more does not do what it was asked for: the rest is not read. */
  readonly maxCharacters: number
}

export interface ShortAsking {
  readonly signal: AbortSignal
  /** Called with the answer so far. */
  readonly tell?: (answer: string) => void | Promise<void>
  /** Counts the answer, before the model is called. */
  readonly take?: (() => Promise<void>) | undefined
}

/**
 * Asks the title model of a project's default assistant a short question; never rejects. Its hooks judge the call like any other.
 * `undefined` if no model may be called, or if it failed.
 */
export type AskShortly = (
  caller: Scope & Subject,
  question: ShortQuestion,
  asking: ShortAsking,
) => Promise<string | undefined>

export interface ShortAnswerParts {
  readonly assistants: Assistants
  readonly budgets: Pick<Budgets, 'reserveTitle'>
  /** An answer that could not be made does not fail the call; the error is logged. */
  readonly onError: (error: unknown) => void
}

export function createShortAnswers({ assistants, budgets, onError }: ShortAnswerParts): AskShortly {
  return async (caller, question, asking) => {
    const callBudget = createCallBudget()
    try {
      const assistant = await assistants.find(caller.projectId, DEFAULT_ASSISTANT)
      const model = assistant?.titleModel ?? assistant?.model
      if (!assistant || !model || model.name === DEMO_MODEL_NAME) return undefined
      await asking.take?.()
      callBudget.fund(await budgets.reserveTitle(caller, DEFAULT_ASSISTANT))
      return await askModel(callBudget.paying(model), question, asking, holding(assistant, caller))
    } catch (error) {
      if (!isRefusalByLimit(error)) onError(error)
      return undefined
    } finally {
      await callBudget.close().catch(onError)
    }
  }
}

const isRefusalByLimit = (error: unknown): boolean =>
  error instanceof AlcoveError &&
  (error.code === 'rate_limited' || error.code === 'budget_exhausted')

/** Words of a short answer cannot be taken back once they are told. */
function holding(assistant: Assistant, caller: Scope): BoundHooks | undefined {
  const hooks = hooksOf(assistant, caller)
  return hooks && { ...hooks, holds: true }
}

async function askModel(
  model: Model,
  { about, instructions, material, maxCharacters }: ShortQuestion,
  { signal, tell }: ShortAsking,
  hooks: BoundHooks | undefined,
): Promise<string | undefined> {
  const request = {
    system: instructions,
    messages: [createUserMessage(about, new Date(0).toISOString(), writeMaterial(material))],
    settings: { maxOutputTokens: SHORT_OUTPUT_MAX_TOKENS, effort: 'lowest' as const },
    ...(hooks === undefined ? {} : { hooks }),
  }
  let answer = ''
  for await (const chunk of model.stream(request, signal)) {
    // The model has logged its failure, with the cause.
    if (chunk.type === 'error') return undefined
    if (chunk.type === 'message-metadata' && readThought(chunk)) answer = ''
    if (chunk.type !== 'text-delta') continue
    answer += chunk.delta
    if (answer.length > maxCharacters) break
    await tell?.(answer)
  }
  signal.throwIfAborted()
  return answer
}

/** Each text stands between its marks, and has none of any text in it. */
function writeMaterial(material: Readonly<Record<string, string>>): string {
  const names = Object.keys(material)
  return Object.entries(material)
    .map(([name, text]) => {
      const cut = text.slice(0, MATERIAL_MAX_CHARACTERS).toWellFormed()
      return `<${name}>${names.reduce(withoutMarks, cut)}</${name}>`
    })
    .join('\n')
}
