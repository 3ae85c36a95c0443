import type { Message, MessageStatus } from '../../../shared/thread/message.ts'
import { messageText } from '../../../shared/thread/message.ts'
import { stepUsage } from '../../../shared/thread/settle-message.ts'
import {
  citedNumbers,
  isUnanswered,
  toldPassages,
  type KnowledgeUse,
} from '../../models/search-memory.ts'
import type { Prices } from '../../projects/prices-schema.ts'
import type { NewFacts } from '../../store/store.ts'
import { cutWhole, maskStart, plainText } from '../../mask/mask-text.ts'
import { pageOf } from './answer-page.ts'
import { costMicros } from './cost.ts'
import { readQuestionWords } from './question-words.ts'

/** Characters of a question that lists show. */
export const QUESTION_MAX_CHARACTERS = 300
const ERROR_MAX_CHARACTERS = 300

/** An answer with what is known about its run. */
export interface DescribedAnswer extends Pick<
  NewFacts,
  | 'projectId'
  | 'threadId'
  | 'messageId'
  | 'assistant'
  | 'model'
  | 'startedAt'
  | 'endedAt'
  | 'firstWordMs'
  | 'wholeMs'
> {
  readonly answer: Pick<Message, 'content' | 'status' | 'metadata'>
  readonly uses: readonly KnowledgeUse[]
  readonly question: Message | undefined
  /** The operator's words about the failure; absent: those of the answer. */
  readonly failure?: string | undefined
}

export interface FactRules {
  readonly prices: Prices
  readonly dayOf: (time: string) => string
}

/** The facts of an answer. */
export async function describeAnswer(
  described: DescribedAnswer,
  { prices, dayOf }: FactRules,
): Promise<NewFacts> {
  const { answer, uses, question, failure, ...known } = described
  const usage = stepUsage(answer.metadata.steps ?? [])
  const tokens = {
    inputTokens: usage.inputTokens ?? null,
    cachedTokens: usage.cachedInputTokens ?? null,
    outputTokens: usage.outputTokens ?? null,
  }
  const day = dayOf(known.endedAt)
  const asked = question ? messageText(question) : ''
  const { language, words } = await readQuestionWords(asked)
  const state = stateOf(answer.status)
  return {
    ...known,
    ...tokens,
    reasoningTokens: usage.reasoningTokens ?? null,
    day,
    language,
    costMicros: known.model === null ? null : costMicros(prices, known.model, day, tokens),
    state,
    error: state === 'error' ? (failure ?? errorOf(answer.status)) : null,
    isUnanswered: isUnanswered(uses),
    tools: answer.content.flatMap((part) =>
      part.type === 'tool-call' ? [{ name: part.toolName, failed: part.isError === true }] : [],
    ),
    sources: citedSources(answer, uses),
    page: pageOf(question),
    question:
      question === undefined || asked.trim() === ''
        ? null
        : {
            id: question.id,
            askedAt: question.createdAt,
            text: plainText(maskStart(asked, QUESTION_MAX_CHARACTERS)),
            words: words.join(' '),
          },
  }
}

function stateOf(status: MessageStatus | undefined): NewFacts['state'] {
  if (status?.type === 'requires-action') return 'waiting'
  if (status?.type !== 'incomplete') return 'complete'
  if (status.reason === 'error') return 'error'
  return status.reason === 'cancelled' ? 'stopped' : 'complete'
}

function errorOf(status: MessageStatus | undefined): string | null {
  const words = status?.type === 'incomplete' ? status.error : undefined
  return typeof words === 'string' ? cutWhole(words, ERROR_MAX_CHARACTERS) : null
}

/** Ids of the sources that the answer's text cites. */
function citedSources(
  { content }: Pick<Message, 'content'>,
  uses: readonly KnowledgeUse[],
): readonly string[] {
  const told = toldPassages(uses)
  const ids = citedNumbers(content).flatMap((number) => told.get(number)?.sourceId ?? [])
  return [...new Set(ids)]
}
