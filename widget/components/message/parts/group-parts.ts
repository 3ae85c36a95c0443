import type {
  MessagePart,
  ReasoningPart,
  TextPart,
  ToolCallPart,
} from '../../../../shared/thread/message.ts'
import { numberSources } from '../sources/number-sources.ts'
import type { NumberedSource } from '../sources/number-sources.ts'

/** What an answer draws, in order. `key` stays the same while the group grows. */
export type PartGroup =
  | { readonly type: 'text'; readonly key: string; readonly part: TextPart }
  | { readonly type: 'reasoning'; readonly key: string; readonly parts: readonly ReasoningPart[] }
  | { readonly type: 'tool-call'; readonly key: string; readonly part: ToolCallPart }
  /** Several calls that are over, as one line. */
  | { readonly type: 'tools'; readonly key: string; readonly parts: readonly ToolCallPart[] }
  /** What the words right before it rest on. */
  | { readonly type: 'cites'; readonly key: string; readonly sources: readonly NumberedSource[] }

/** Reasoning that follows on reasoning is one line; files stand apart, at the end. */
export function groupParts(parts: readonly MessagePart[]): readonly PartGroup[] {
  const groups: PartGroup[] = []
  const numbered = numberSources(parts)
  for (const [index, part] of parts.entries()) {
    const last = groups.at(-1)
    switch (part.type) {
      case 'text':
        if (part.text.trim() !== '') groups.push({ type: 'text', key: `text-${index}`, part })
        break
      case 'reasoning':
        if (last?.type === 'reasoning') {
          groups[groups.length - 1] = { ...last, parts: [...last.parts, part] }
        } else groups.push({ type: 'reasoning', key: `reasoning-${index}`, parts: [part] })
        break
      case 'tool-call':
        groups.push({ type: 'tool-call', key: part.toolCallId, part })
        break
      case 'source': {
        const source = numbered.find(({ url }) => url === part.url)
        if (source === undefined) break
        if (last?.type !== 'cites') {
          groups.push({ type: 'cites', key: `cites-${index}`, sources: [source] })
        } else if (!last.sources.includes(source)) {
          groups[groups.length - 1] = { ...last, sources: [...last.sources, source] }
        }
        break
      }
      case 'file':
      case 'image':
      case 'audio':
      case 'data':
        break
      default:
        part satisfies never
    }
  }
  // Sources that close the answer are not told twice: the list of all follows right there.
  return groups.at(-1)?.type === 'cites' ? groups.slice(0, -1) : groups
}
