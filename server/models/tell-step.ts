import type {
  LanguageModelV4Message,
  LanguageModelV4ReasoningPart,
  LanguageModelV4ToolCallPart,
} from '@ai-sdk/provider'
import type { MessagePart, ToolCallPart } from '../../shared/thread/message.ts'
import { wellFormedJson } from '../../shared/well-formed-json.ts'
import type { MessageWithMemory, RememberedPart, StepMemory } from './step-memory.ts'

export type AnswerContent = Extract<
  LanguageModelV4Message,
  { readonly role: 'assistant' }
>['content']

type Metadata = RememberedPart['metadata']

/** The remembered steps that this model said: another one reads them as any text. */
export const stepsOf = ({ content, memory = [] }: MessageWithMemory, model: string) =>
  memory
    .filter((step) => step.model === model)
    .map((step) => ({ ...step, to: step.to ?? content.length }))

/**
 * A step as its model said it, for the same model. Reasoning without metadata is wanted in answers with calls,
 * and refused by some servers in others; reasoning after which nothing was said is refused as well.
 */
export function tellStep(
  content: readonly MessagePart[],
  step: StepMemory & { readonly to: number },
  isTold: (part: MessagePart) => part is ToolCallPart,
): AnswerContent {
  const parts: AnswerContent = []
  for (let at = step.from; at <= step.to; at += 1) {
    const here = step.parts.filter((part) => part.type !== 'tool-call' && part.at === at)
    for (const hidden of here.filter(isHidden)) {
      parts.push(createReasoning(hidden.text, hidden.metadata))
    }
    const part = at < step.to ? content[at] : undefined
    const known = here.find((each) => each.type === part?.type && !isHidden(each))
    if (part?.type === 'reasoning' && known) {
      parts.push(createReasoning(part.text, known.metadata))
    } else if (part?.type === 'text' && part.text.trim() !== '') {
      parts.push({ type: 'text', text: part.text.toWellFormed(), ...optionsOf(known?.metadata) })
    } else if (part && isTold(part)) {
      const call = step.parts.find(
        (each) => each.type === 'tool-call' && each.toolCallId === part.toolCallId,
      )
      parts.push(createCall(part, call?.metadata))
    }
  }
  const hasCalls = content.some(isTold)
  const said = parts.slice(0, parts.findLastIndex(({ type }) => type !== 'reasoning') + 1)
  return said.filter((part) => part.type !== 'reasoning' || part.providerOptions || hasCalls)
}

type HiddenPart = Extract<RememberedPart, { readonly type: 'reasoning' }> & {
  readonly text: string
}

const isHidden = (part: RememberedPart): part is HiddenPart =>
  part.type === 'reasoning' && part.text !== undefined

export const createCall = (
  { toolCallId, toolName, args }: ToolCallPart,
  metadata?: Metadata,
): LanguageModelV4ToolCallPart => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input: wellFormedJson(args),
  ...optionsOf(metadata),
})

const createReasoning = (text: string, metadata: Metadata): LanguageModelV4ReasoningPart => ({
  type: 'reasoning',
  text,
  ...optionsOf(metadata),
})

const optionsOf = (metadata: Metadata) => (metadata ? { providerOptions: metadata } : {})
