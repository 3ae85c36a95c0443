import type {
  MessagePart,
  ReasoningPart,
  TextPart,
  ToolCallPart,
} from '../../../shared/thread/message.ts'
import { numberSources, type NumberedSource } from '../sources/read-source.ts'
import { describeTool } from '../tools/describe-tool.ts'

/** What the parts of an answer know of the whole. */
export interface AnswerState {
  readonly messageId: string
  /** It still grows. */
  readonly isRunning: boolean
  /** It is the last message and waits for somebody's decision. */
  readonly isWaiting: boolean
  /** It grew before the reader's eyes, so what comes of it is news. */
  readonly isLive: boolean
}

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

/** So many calls in a row become one line. */
export const FOLDED_CALLS_MIN = 3

/**
 * Folds calls in a row that are all over. While the answer grows they stay as they are: lines must
 * not leave from under somebody who reads them.
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
