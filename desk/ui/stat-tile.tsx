import type { ReactNode } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import { usePage } from '../session/session-context.tsx'
import { PageLink } from './page-link.tsx'
import './stat-tile.css'

export interface StatTileProps {
  label: string
  /** The figure in the reader's format; null: nothing was measured. */
  value: string | null
  /** The difference to the period before; zero is no difference. Absent: there is none to compare with. */
  change?: { readonly difference: number; readonly text: string } | undefined
  /** Whether a larger figure is worse. Default false: neither is worse. */
  isWorseUp?: boolean
  /** The list that the figure counts: its page below the project, and its filters. Absent: it counts no list. */
  to?: { readonly page: string; readonly search?: Readonly<Record<string, string>> }
  /** Such as a small chart. */
  children?: ReactNode
}

/** A figure, which leads to its list. */
export function StatTile({ label, value, change, isWorseUp = false, to, children }: StatTileProps) {
  const { t } = useI18n()
  const { project } = usePage()
  const { difference = 0, text = '' } = change ?? {}
  const isWorse = isWorseUp && difference > 0
  const content = (
    <>
      <span className="stat-label">{label}</span>
      <span className="stat-value" data-empty={value === null || undefined}>
        {value ?? t('tile.none')}
      </span>
      {change && (
        <span className="stat-change" data-worse={isWorse || undefined}>
          {difference === 0
            ? t('tile.same')
            : t(difference > 0 ? 'tile.more' : 'tile.less', { difference: text })}
        </span>
      )}
      {children}
    </>
  )
  if (!to) return <div className="stat-tile">{content}</div>
  return (
    <PageLink className="stat-tile" path={[project, to.page]} search={to.search}>
      {content}
    </PageLink>
  )
}

/** Tiles side by side, as many as fit. */
export function StatTiles({ children }: { children: ReactNode }) {
  return <div className="stat-tiles">{children}</div>
}
