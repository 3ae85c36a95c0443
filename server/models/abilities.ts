import type { Message, MessagePart } from '../../shared/thread/message.ts'
import { withoutMarks } from './without-marks.ts'

/** Things that not every model can do. */
export const ABILITIES = ['images', 'pdf', 'tools'] as const
export type Ability = (typeof ABILITIES)[number]
export type Abilities = Readonly<Record<Ability, boolean>>

const TEXT_ONLY: readonly Ability[] = ['images', 'pdf']
const TEXT_ALONE: readonly Ability[] = ['images', 'pdf', 'tools']
/** Servers of open models take images and no other files. */
const OPEN_VISION: readonly Ability[] = ['pdf']

/**
 * Abilities that known models lack, by the last part of their names in lower case. The first match counts; a
 * model that none matches can do everything.
 */
const LACKING: readonly (readonly [name: RegExp, lacks: readonly Ability[]])[] = [
  // OpenAI.
  [/^gpt-3\.5/, TEXT_ONLY],
  [/^gpt-4(-\d{4})?(-preview)?$/, TEXT_ONLY],
  [/^o1-(mini|preview)/, TEXT_ALONE],
  [/^o3-mini/, TEXT_ONLY],
  [/^chatgpt-4o/, ['tools']],
  [/^gpt-oss/, TEXT_ONLY],
  // Anthropic.
  [/^claude-(2|instant)/, TEXT_ALONE],
  // Perplexity.
  [/^sonar/, ['tools']],
  // Open models that see.
  [/^(llava|bakllava|moondream)/, ['pdf', 'tools']],
  [/(^|[-_:.\d])(vl|vision|omni|multimodal)\b|^pixtral|^minicpm-v|^glm-4\.\d+v/, OPEN_VISION],
  [/^gemma-?3(?!.*(270m|1b))|^llama-?4/, OPEN_VISION],
  // Open models that read text.
  [/^deepseek/, TEXT_ONLY],
  [/^(llama-?2|codellama|vicuna|gemma-?2?([:-]|$)|phi-?3)/, TEXT_ALONE],
  [/^(meta-)?llama-?3/, TEXT_ONLY],
  [/^(mistral-7b|mistral-nemo|mixtral|codestral|devstral|mistral:)/, TEXT_ONLY],
  [/^(qwen-?(2|2\.5|3)(?![.\d])|qwen-?2\.5|qwq)/, TEXT_ONLY],
  [/^(phi-?4|command-r|glm-4\.[5-7]|kimi-k2(?!\.\d)|granite-?[34])/, TEXT_ONLY],
]

/** The abilities of a model by its name, with those that the operator states. */
export function abilitiesOf(modelId: string, stated: Partial<Abilities> = {}): Abilities {
  const name = modelId.slice(modelId.lastIndexOf('/') + 1).toLowerCase()
  const lacks = LACKING.find(([pattern]) => pattern.test(name))?.[1] ?? []
  const can = (ability: Ability) => stated[ability] ?? !lacks.includes(ability)
  return { images: can('images'), pdf: can('pdf'), tools: can('tools') }
}

/** Replaces files that a model cannot read by a sentence about them. */
export function withoutUnreadable(
  messages: readonly Message[],
  abilities: Abilities,
): readonly Message[] {
  if (abilities.images && abilities.pdf) return messages
  return messages.map((message) =>
    message.role === 'user'
      ? { ...message, content: message.content.map((part) => toReadable(part, abilities)) }
      : message,
  )
}

function toReadable(part: MessagePart, { images, pdf }: Abilities): MessagePart {
  if (part.type !== 'image' && part.type !== 'file') return part
  const type = mediaTypeOf(part)
  const isRead = type.startsWith('image/') ? images : type !== 'application/pdf' || pdf
  if (isRead) return part
  const name = withoutMarks(part.filename ?? 'unnamed', 'file')
  return { type: 'text', text: `[The file “${name}” is of a kind that you cannot read.]` }
}

/** The type that a data URL states counts before the declared one. */
function mediaTypeOf(part: Extract<MessagePart, { type: 'image' | 'file' }>): string {
  const [url, declared] =
    part.type === 'image' ? [part.image, 'image/png'] : [part.data, part.mimeType]
  return (/^data:([\w.+-]+\/[\w.+-]+)/i.exec(url)?.[1] ?? declared).toLowerCase()
}
