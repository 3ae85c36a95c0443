import { useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useI18n } from '../i18n/i18n.tsx'
import { usePageArrival } from './page-arrival.tsx'
import './page-header.css'

export interface PageHeaderProps {
  title: string
  /** Name of the project, in the document's title. */
  project?: string | null
  /** A sentence below the title. */
  hint?: ReactNode
  /** Words of another language in the title, such as a conversation's. */
  isForeign?: boolean
  /** Above the title, such as the way back. */
  before?: ReactNode
  /** Buttons at the end. */
  children?: ReactNode
}

/** The page's heading: names the document, and gets the focus when its page opens. */
export function PageHeader({ title, project, hint, isForeign, before, children }: PageHeaderProps) {
  const { t } = useI18n()
  const heading = useRef<HTMLHeadingElement>(null)
  const { takesFocus } = usePageArrival()

  useLayoutEffect(() => {
    document.title = project
      ? t('desk.title', { page: title, project })
      : t('desk.titleAlone', { page: title })
  }, [t, title, project])
  useLayoutEffect(() => {
    if (takesFocus()) heading.current?.focus({ preventScroll: true })
  }, [takesFocus])

  return (
    <div className="page-header">
      {before}
      <div className="page-header-row">
        <h1 ref={heading} tabIndex={-1} className="page-title" dir={isForeign ? 'auto' : undefined}>
          {title}
        </h1>
        {children && <div className="page-actions">{children}</div>}
      </div>
      {hint && <p className="page-hint">{hint}</p>}
    </div>
  )
}
