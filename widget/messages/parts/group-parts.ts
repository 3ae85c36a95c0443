import { NO_ANSWER_TOOL } from '../../../shared/knowledge-tools.ts'
import type {
  MessagePart,
  ReasoningPart,
  TextPart,
  ToolCallPart,
} from '../../../shared/thread/message.ts'
import { numberSources, sourceKey, type NumberedSource } from '../sources/read-source.ts'
import { describeTool } from '../tools/describe-tool.ts'

/** Facts about the whole answer that its parts need. */
export interface AnswerState {
  readonly messageId: string
  /** The answer is growing. */
  readonly isRunning: boolean
  /** The last message, which waits for a person's decision. */
  readonly isWaiting: boolean
  /** The answer grew before the reader's eyes, so its content is news. */
  readonly isLive: boolean
}

/** A drawn group of an answer's parts. `key` stays the same while the group grows. */
export type PartGroup =
  | { readonly type: 'text'; readonly key: string; readonly part: TextPart }
  | { readonly type: 'reasoning'; readonly key: string; readonly parts: readonly ReasoningPart[] }
  | { readonly type: 'tool-call'; readonly key: string; readonly part: ToolCallPart }
  /** Several finished calls in one line. */
  | { readonly type: 'tools'; readonly key: string; readonly parts: readonly ToolCallPart[] }
  /** Sources of the text right before it. */
  | { readonly type: 'cites'; readonly key: string; readonly sources: readonly NumberedSource[] }

/** Adjacent reasoning parts become one line; files come at the end. */
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
        // Its result is the answer's text.
        if (part.toolName === NO_ANSWER_TOOL) break
        groups.push({ type: 'tool-call', key: part.toolCallId, part })
        break
      case 'source': {
        const cited = sourceKey(part)
        const source = numbered.find(({ key }) => key === cited)
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
  // Sources at the end of the answer are left out: the list of all sources follows there.
  return groups.at(-1)?.type === 'cites' ? groups.slice(0, -1) : groups
}

/** Number of adjacent calls that become one line. */
export const FOLDED_CALLS_MIN = 3

/**
 * Folds adjacent calls that have all finished. Not while the answer grows: lines must not disappear while a person
 * reads them.
 */
export function foldTools(
  groups: readonly PartGroup[],
  { isRunning, isWaiting }: { isRunning: boolean; isWaiting: boolean },
): readonly PartGroup[] {
  if (isRunning) return groups
  const folded: PartGroup[] = []
  for (let index = 0; index < groups.length;) {
    const row = takeRow(index)
    const group = groups[index]
    if (row.length >= FOLDED_CALLS_MIN) {
      folded.push({ type: 'tools', key: `tools-${row[0]?.toolCallId}`, parts: row })
      index += row.length
    } else {
      if (group !== undefined) folded.push(group)
      index += 1
    }
  }
  return folded

  function takeRow(start: number) {
    const row = []
    for (const group of groups.slice(start)) {
      if (group.type !== 'tool-call') break
      const look = describeTool(group.part, false, isWaiting)
      if (look === 'waiting' || look === 'running' || look === 'asking') break
      row.push(group.part)
    }
    return row
  }
}
