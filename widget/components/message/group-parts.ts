import type {
  MessagePart,
  ReasoningPart,
  SourcePart,
  TextPart,
  ToolCallPart,
} from '../../../shared/thread/message.ts'

/** What an answer draws, in order. `key` stays the same while the group grows. */
export type PartGroup =
  | { readonly type: 'text'; readonly key: string; readonly part: TextPart }
  | { readonly type: 'reasoning'; readonly key: string; readonly parts: readonly ReasoningPart[] }
  | { readonly type: 'tool-call'; readonly key: string; readonly part: ToolCallPart }

/** Reasoning that follows on reasoning is one line; sources and files stand apart, at the end. */
export function groupParts(parts: readonly MessagePart[]): readonly PartGroup[] {
  const groups: PartGroup[] = []
  for (const [index, part] of parts.entries()) {
    switch (part.type) {
      case 'text':
        if (part.text.trim() !== '') groups.push({ type: 'text', key: `text-${index}`, part })
        break
      case 'reasoning': {
        const last = groups.at(-1)
        if (last?.type === 'reasoning') {
          groups[groups.length - 1] = { ...last, parts: [...last.parts, part] }
        } else groups.push({ type: 'reasoning', key: `reasoning-${index}`, parts: [part] })
        break
      }
      case 'tool-call':
        groups.push({ type: 'tool-call', key: part.toolCallId, part })
        break
      case 'source':
      case 'file':
      case 'image':
      case 'audio':
      case 'data':
        break
      default:
        part satisfies never
    }
  }
  return groups
}

/** Each cited page once, in the order of its first mention. */
export function collectSources(parts: readonly MessagePart[]): readonly SourcePart[] {
  const byUrl = new Map<string, SourcePart>()
  for (const part of parts) {
    if (part.type === 'source' && !byUrl.has(part.url)) byUrl.set(part.url, part)
  }
  return [...byUrl.values()]
}
