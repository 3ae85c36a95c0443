import type { LanguageModelV4Message } from '@ai-sdk/provider'
import {
  createAssistantMessage,
  type MessagePart,
  type MessageStatus,
} from '../../../shared/thread/message.ts'
import { pageSource } from '../../../shared/thread/source-chunks.ts'
import { quotePassages } from '../../knowledge/quote-passages.ts'
import { SEARCH_TOOL } from '../../models/answer-knowledge.ts'
import type { RecordedCall } from '../../models/answer-record.ts'
import type { FoundPiece, KnowledgeUse } from '../../models/search-memory.ts'
import type { MessageWithMemory } from '../../models/step-memory.ts'
import type { SeedPage } from './seed-pages.ts'
import type { SeedAnswer, SeedSearch } from './seed-plan.ts'
import { SEED_SYSTEM } from './seed-texts.ts'

export type SeedPages = ReadonlyMap<string, SeedPage>

/** A call of a tool in an answer. */
interface SeedCall {
  readonly name: string
  readonly args: Readonly<Record<string, string>>
  readonly result: string
  readonly failed: boolean
}

export function answerOf(id: string, seeded: SeedAnswer, pages: SeedPages): MessageWithMemory {
  const { askedAt, usage, state, text, search } = seeded
  const cited = text === '' ? undefined : pages.get(search?.found ?? '')
  const calls = toolCallsOf(seeded, pages).map(({ name, args, result, failed }): MessagePart => ({
    type: 'tool-call',
    state: failed ? 'output-error' : 'output-available',
    toolCallId: `${id}-${name}`,
    toolName: name,
    args,
    argsText: JSON.stringify(args),
    result,
    isError: failed,
  }))
  return {
    ...createAssistantMessage(id, new Date(askedAt).toISOString()),
    content: [
      ...calls,
      ...(text === '' ? [] : [{ type: 'text' as const, text: cited ? `${text}[1]` : text }]),
      ...(cited ? [sourceOf(id, cited)] : []),
    ],
    status: STATUSES[state],
    metadata: {
      custom: {},
      steps: [
        { state: 'finished', messageId: id, finishReason: 'stop', usage, isContinued: false },
      ],
    },
    ...(search && { uses: usesOf(search, pages) }),
  }
}

const STATUSES: Readonly<Record<SeedAnswer['state'], MessageStatus>> = {
  complete: { type: 'complete', reason: 'stop' },
  stopped: { type: 'incomplete', reason: 'cancelled' },
  error: { type: 'incomplete', reason: 'error', error: 'The model did not answer. Try again.' },
}

const passageOf = ({ text }: SeedPage) => ({ number: 1, headings: [], text })

const sourceOf = (id: string, page: SeedPage): MessagePart =>
  pageSource({ id: `${id}-source-1`, url: page.url, title: page.title, passage: passageOf(page) })

function usesOf(
  { query, found, score, besides, besidesScore }: SeedSearch,
  pages: SeedPages,
): readonly KnowledgeUse[] {
  const pieces = [
    { page: pages.get(found ?? ''), score, isAboveFloor: true },
    { page: pages.get(besides), score: besidesScore, isAboveFloor: false },
  ].flatMap(({ page, ...ranked }): FoundPiece[] => {
    if (!page) return []
    const { pieceId, documentId, sourceId, url, title, mediaType } = page
    const told = { url, title, mediaType, passage: passageOf(page) }
    return [{ pieceId, documentId, sourceId, ...ranked, ...(ranked.isAboveFloor && { told }) }]
  })
  return [{ type: 'search', query, found: pieces }]
}

function toolCallsOf({ tool, search }: SeedAnswer, pages: SeedPages): readonly SeedCall[] {
  const page = pages.get(search?.found ?? '')
  const quoted = page ? [{ title: page.title, passage: passageOf(page), text: page.text }] : []
  return [
    ...(tool === undefined
      ? []
      : [
          {
            name: tool.name,
            args: {},
            result: tool.failed ? 'The service does not answer.' : 'found',
            failed: tool.failed,
          },
        ]),
    ...(search === undefined
      ? []
      : [
          {
            name: SEARCH_TOOL,
            args: { query: search.query },
            result: quotePassages(quoted),
            failed: false,
          },
        ]),
  ]
}

/** Calls of the model: one for the calls of tools, and one with their results. */
export function callsOf(seeded: SeedAnswer, pages: SeedPages): readonly RecordedCall[] {
  const { model, question } = seeded
  const toolCalls = toolCallsOf(seeded, pages)
  const tools = toolCalls.map(({ name }) => name)
  const asked: readonly LanguageModelV4Message[] = [
    { role: 'system', content: SEED_SYSTEM },
    { role: 'user', content: [{ type: 'text', text: question }] },
  ]
  const first: RecordedCall = { model, prompt: [...asked], tools }
  if (toolCalls.length === 0) return [first]
  const called: LanguageModelV4Message = {
    role: 'assistant',
    content: toolCalls.map(({ name, args }) => ({
      type: 'tool-call',
      toolCallId: name,
      toolName: name,
      input: args,
    })),
  }
  const results: LanguageModelV4Message = {
    role: 'tool',
    content: toolCalls.map(({ name, result }) => ({
      type: 'tool-result',
      toolCallId: name,
      toolName: name,
      output: { type: 'text', value: result },
    })),
  }
  return [first, { ...first, prompt: [...asked, called, results] }]
}
