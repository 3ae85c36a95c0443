import { useAtomValue } from 'jotai/react'
import { atom, type ExtractAtomValue } from 'jotai/vanilla'
import { useMemo } from 'react'
import { humanRequestsAtom } from '../../conversation/atoms/tools.ts'

export type HumanRequest = ExtractAtomValue<typeof humanRequestsAtom>[number]

/** The current question of a page tool's call; `null` without one. */
export function useHumanRequest(toolCallId: string): HumanRequest | null {
  const requestAtom = useMemo(
    () =>
      atom((get) => get(humanRequestsAtom).find((each) => each.toolCallId === toolCallId) ?? null),
    [toolCallId],
  )
  return useAtomValue(requestAtom)
}
