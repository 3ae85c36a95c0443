import { Link } from '@tanstack/react-router'
import { useI18n } from '../../i18n/i18n.tsx'
import { isShown, SHOWN } from './results.ts'
import type { Shown, SideCounts } from './results.ts'

export interface ShownLinksProps {
  shown: Shown
  /** Results of each case of the list. */
  cases: readonly (readonly SideCounts[])[]
}

/** Chooses the cases that a list shows; the choice stands in the address. */
export function ShownLinks({ shown, cases }: ShownLinksProps) {
  const { t } = useI18n()
  return (
    <nav className="shown-links" aria-label={t('cases.show')}>
      {SHOWN.map((each) => (
        <Link
          key={each}
          className="shown-link"
          to="."
          search={(before: Record<string, unknown>) => ({
            ...before,
            show: each === 'all' ? undefined : each,
          })}
          aria-current={each === shown ? 'true' : undefined}
          activeProps={{}}
          data-current={each === shown || undefined}
        >
          {t(`cases.show.${each}`, { n: cases.filter((sides) => isShown(each, sides)).length })}
        </Link>
      ))}
    </nav>
  )
}
