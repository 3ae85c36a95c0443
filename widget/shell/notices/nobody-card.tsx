import { useAtomValue } from 'jotai/react'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { isNobodyAtom } from '../../thread-list/atoms/opening.ts'
import { ErrorCard } from '../../ui/error-card.tsx'
import { useIsSlow } from '../../ui/use-is-slow.tsx'
import './notices.css'

/** Time that a page has to name the person. In milliseconds. */
export const NAMING_WAIT_MS = 5_000

/** Shown while the page names nobody. The live region is always mounted, or the card would not be announced. */
export function NobodyCard() {
  const isNobody = useAtomValue(isNobodyAtom)
  return <div aria-live="polite">{isNobody && <LateCard />}</div>
}

function LateCard() {
  const { t } = useI18n()
  const isLate = useIsSlow(NAMING_WAIT_MS)
  if (!isLate) return null
  return (
    <div className="notice">
      <ErrorCard title={t('auth.nobody')} detail={t('auth.nobodyHint')} />
    </div>
  )
}
