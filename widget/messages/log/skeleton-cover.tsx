import { useAtomValue } from 'jotai/react'
import { historyStateAtom } from '../../conversation/atoms/conversations.ts'
import { useHeldPlaceholder } from '../../ui/use-held-placeholder.tsx'

/** As `HistorySkeleton`, which comes before this file and takes no byte more for it. */
const LINES = ['own', 'long', 'long', 'short', 'own', 'long', 'short'] as const

/** Keeps the shape of a conversation over it for as long as a placeholder stays: it is drawn and placed below. */
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

/** What draws this may come later than the first shape: as long as that fades in, it says how long it is there. */
function waitedMs(): number {
  const fades = document.querySelector('.skeleton')?.getAnimations?.()
  return Number(fades?.[0]?.currentTime ?? 0)
}
