import type { CaseBody } from '../../shared/desk/cases.ts'
import { createMessageId } from '../../shared/ids.ts'
import {
  createAssistantMessage,
  createUserMessage,
  messageText,
  type Message,
} from '../../shared/thread/message.ts'
import { stepUsage } from '../../shared/thread/settle-message.ts'
import { RESERVED_TOKENS } from '../limits/budgets.ts'
import { KNOWLEDGE_TOOLS } from '../models/answer-knowledge.ts'
import type { Assistant } from '../models/model.ts'
import { promptTokens } from '../models/prompt-tokens.ts'
import { citedNumbers, isUnanswered, toldPassages } from '../models/search-memory.ts'
import type { MessageWithMemory } from '../models/step-memory.ts'
import type { Project } from '../projects/project.ts'
import { createNamedAsk } from '../runs/create-ask.ts'
import { createCallBudget } from '../runs/create-call-budget.ts'
import { foldAnswer } from '../runs/fold-answer.ts'
import type { Scope } from '../store/store.ts'
import type { CaseBudget } from './case-budget.ts'
import { guardTools, namesOfReading } from './guard-tools.ts'
import { makeUpPerson } from './made-up-person.ts'

/** The question of a case, or one that is tried. */
export type CaseQuestion = Omit<CaseBody, 'name' | 'expects'>

export interface CaseCall {
  readonly name: string
  /** JSON texts. */
  readonly args: string
  readonly result: string
  /** False: the call was recorded alone. */
  readonly hasRun: boolean
  readonly isError: boolean
}

/** The last answer of a case, with the figures of all of its answers. */
export interface CaseAnswer {
  readonly text: string
  readonly model: string
  /** The operator's words about the failure; null: there was none. */
  readonly error: string | null
  readonly sources: readonly { readonly title: string; readonly url: string | null }[]
  /** Ids of the cited pieces. */
  readonly citedIds: readonly string[]
  readonly calls: readonly CaseCall[]
  readonly isUnanswered: boolean
  readonly firstWordMs: number | null
  readonly wholeMs: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** Null: the model has no price. */
  readonly cost: number | null
}

export interface AnswerParts {
  readonly budget: CaseBudget
  /** In the desk's currency; null: the model has no price. */
  readonly costOf: (model: string, usage: ReturnType<typeof stepUsage>) => number | null
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Model calls of one answer at most, whatever the assistant allows. */
const CALLS_MAX = 50

/**
 * Asks an assistant as a made-up person. Nothing is stored, and of all budgets that of cases alone is charged.
 *
 * @throws AlcoveError `budget_exhausted` before a model is called.
 */
export async function answerCase(
  assistant: Assistant,
  project: Project,
  question: CaseQuestion,
  parts: AnswerParts,
  signal: AbortSignal,
): Promise<CaseAnswer> {
  const person = makeUpPerson(project.id, question.person)
  const guarded = { ...assistant, tools: guardTools(assistant, question.toolResults) }
  const reading = namesOfReading(assistant)
  const messages: MessageWithMemory[] = []
  const calls: CaseCall[] = []
  let last: OneAnswer | undefined
  let inputTokens = 0
  let outputTokens = 0
  let cost: number | null = 0
  let wholeMs = 0
  for (const [index, { role, text }] of question.turns.entries()) {
    const isLast = index === question.turns.length - 1
    const at = new Date(parts.now()).toISOString()
    if (role === 'assistant') {
      messages.push(writtenTurn(at, text))
      continue
    }
    messages.push(askedTurn(at, text, isLast ? question.page : null))
    if (question.turns[index + 1]?.role === 'assistant') continue
    last = await answerOnce({ assistant: guarded, project, person, messages, at }, parts, signal)
    const { answer, model } = last
    messages.push(answer)
    calls.push(...readCalls(answer, reading))
    const usage = stepUsage(answer.metadata.steps ?? [])
    inputTokens += usage.inputTokens ?? 0
    outputTokens += usage.outputTokens ?? 0
    const own = parts.costOf(model, usage)
    cost = cost === null || own === null ? null : cost + own
    wholeMs += last.wholeMs
    if (last.error !== null) break
  }
  // The schema of a case ends with a turn of the person, which was asked.
  const { answer, model, error, firstWordMs } = last!
  const uses = answer.uses ?? []
  const told = toldPassages(uses)
  return {
    text: messageText(answer),
    model,
    error,
    sources: answer.content.flatMap((part) =>
      part.type === 'source'
        ? { title: part.title ?? '', url: part.sourceType === 'url' ? part.url : null }
        : [],
    ),
    citedIds: citedNumbers(answer.content).flatMap((number) => told.get(number)?.pieceId ?? []),
    calls,
    isUnanswered: isUnanswered(uses),
    firstWordMs,
    wholeMs,
    inputTokens,
    outputTokens,
    cost,
  }
}

interface OneQuestion {
  readonly assistant: Assistant
  readonly project: Project
  readonly person: Scope
  readonly messages: readonly MessageWithMemory[]
  readonly at: string
}

interface OneAnswer {
  readonly answer: MessageWithMemory
  readonly model: string
  readonly error: string | null
  readonly firstWordMs: number | null
  readonly wholeMs: number
}

async function answerOnce(
  { assistant, project, person, messages, at }: OneQuestion,
  { budget }: AnswerParts,
  signal: AbortSignal,
): Promise<OneAnswer> {
  const calls = Math.min(assistant.maxSteps, CALLS_MAX)
  const tokens = promptTokens(
    messages.map(({ content }) => content),
    typeof assistant.system === 'string' ? assistant.system : undefined,
    undefined,
  )
  const callBudget = createCallBudget()
  const wanted = { calls, tokens: RESERVED_TOKENS + tokens }
  callBudget.fund(await budget.reserve(project.id, wanted))
  try {
    const { ask, modelName, record } = createNamedAsk(
      { ...assistant, model: callBudget.paying(assistant.model) },
      person,
      // A person can approve: no call waits for it, since no tool of a case asks.
      { tools: [], system: undefined, settings: undefined, canApprove: true },
      (name) => project.limits.amounts[name],
    )
    const id = createMessageId()
    const fold = foldAnswer(createAssistantMessage(id, at))
    const startedAt = performance.now()
    let firstWordMs: number | null = null
    let failure: string | null = null
    // No limit: chunks of this process, whose model has PROVIDER_TOTAL_TIMEOUT_MS.
    for await (const chunk of ask(messages, id, signal)) {
      if (chunk.type === 'text-delta') firstWordMs ??= Math.round(performance.now() - startedAt)
      if (chunk.type === 'error') failure = chunk.errorText
      fold.add(chunk)
    }
    signal.throwIfAborted()
    return {
      answer: fold.read(),
      model: modelName(),
      error: failure === null ? null : (record.failure ?? failure),
      firstWordMs,
      wholeMs: Math.round(performance.now() - startedAt),
    }
  } finally {
    await callBudget.close()
  }
}

const askedTurn = (at: string, text: string, page: CaseQuestion['page']): Message => {
  const message = createUserMessage(createMessageId(), at, text)
  return page === null ? message : { ...message, metadata: { custom: { context: page } } }
}

const writtenTurn = (at: string, text: string): Message => ({
  ...createAssistantMessage(createMessageId(), at),
  content: [{ type: 'text', text }],
  status: { type: 'complete', reason: 'stop' },
})

const readCalls = ({ content }: Message, reading: ReadonlySet<string>): readonly CaseCall[] =>
  content.flatMap((part) =>
    part.type === 'tool-call'
      ? {
          name: part.toolName,
          args: part.argsText,
          result: part.result === undefined ? '' : JSON.stringify(part.result),
          hasRun: reading.has(part.toolName) || KNOWLEDGE_TOOLS.has(part.toolName),
          isError: part.isError === true,
        }
      : [],
  )
