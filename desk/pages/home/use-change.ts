import { useSession } from '../../session/session-context.tsx'

/** Tells the difference of a figure to that of the period before; nothing if one of them is unknown. */
export function useChange() {
  const { format } = useSession()
  return (
    now: number | null,
    before: number | null,
    textOf: (value: number) => string = format.number,
  ) => {
    if (now === null || before === null) return undefined
    const difference = now - before
    return { difference, text: textOf(Math.abs(difference)) }
  }
}
