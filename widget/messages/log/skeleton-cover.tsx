import { useAtomValue } from 'jotai/react'
import { historyStateAtom } from '../../conversation/atoms/conversations.ts'
import { useHeldPlaceholder } from '../../ui/use-held-placeholder.tsx'

/** Same as `HistorySkeleton`, which is loaded before this file and must not grow for it. */
const LINES = ['own', 'long', 'long', 'short', 'own', 'long', 'short'] as const

/** Covers the log with the placeholder while it must stay visible; the messages are drawn and positioned below. */
export function SkeletonCover() {
  const isLoading = useAtomValue(historyStateAtom) === 'loading'
  const isHeld = useHeldPlaceholder(isLoading, waitedMs)
  return (
    isHeld && (
      <div className="skeleton-cover" aria-hidden>
        <div className="skeleton">
          {LINES.map((shape, index) => (
            <span key={index} className="skeleton-line" data-shape={shape} />
          ))}
        </div>
      </div>
    )
  )
}

/**
 * Time for which the first placeholder has been visible, read from its fade-in animation: this code may load later.
 */
function waitedMs(): number {
  const fades = document.querySelector('.skeleton')?.getAnimations?.()
  return Number(fades?.[0]?.currentTime ?? 0)
}
