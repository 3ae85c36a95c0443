import { Outlet, useMatches } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { MouseEvent } from 'react'
import { ALL_PROJECTS } from '../../shared/desk/fields.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { PAGES } from '../pages.ts'
import { deviceNotes, LAST_PROJECT } from '../session/device-notes.ts'
import { usePage } from '../session/session-context.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { AccountMenu } from './account-menu.tsx'
import { KeysDialogProvider } from './keys-dialog.tsx'
import { mayOpen } from './may-open.ts'
import { Navigation } from './navigation.tsx'
import { ProjectSwitcher } from './project-switcher.tsx'
import './layout.css'

/** Navigation and page of one project. */
export function ProjectLayout() {
  const { t } = useI18n()
  const page = usePage()
  const main = useRef<HTMLElement>(null)
  const { project, role, session } = page
  const isOpen = role !== null && (project !== ALL_PROJECTS || session.isServiceOwner)
  const routeId = useMatches().at(-1)?.routeId ?? ''
  const entry = PAGES.find(({ path }) => routeId.endsWith(`/${path}`))
  useEffect(() => {
    if (isOpen) deviceNotes.write(LAST_PROJECT, project)
  }, [isOpen, project])

  function skip(event: MouseEvent): void {
    // The address stays without a fragment.
    event.preventDefault()
    main.current?.focus()
  }

  return (
    <KeysDialogProvider>
      <div className="desk">
        <a className="skip-link" href="#page" onClick={skip}>
          {t('desk.skip')}
        </a>
        <header className="desk-header">
          <span className="desk-brand" aria-hidden="true" />
          <ProjectSwitcher />
        </header>
        <Navigation />
        <AccountMenu />
        <main ref={main} id="page" className="desk-page" tabIndex={-1}>
          {isOpen && (entry === undefined || mayOpen(entry, page)) ? (
            <Outlet />
          ) : (
            <>
              <PageHeader title={isOpen ? t('desk.notFound') : t('project.refused')} />
              <EmptyState title={isOpen ? t('error.forbidden') : t('project.refusedHint')} />
            </>
          )}
        </main>
      </div>
    </KeysDialogProvider>
  )
}
