import { describeTool } from './describe-tool.ts'
import type { PartGroup } from '../parts/group-parts.ts'

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
