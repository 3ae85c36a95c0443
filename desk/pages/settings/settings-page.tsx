import { Link, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ALL_PROJECTS } from '../../../shared/desk/fields.ts'
import { DraftGate, DraftProvider, useDraft } from '../../draft/draft-context.tsx'
import { DraftNotices, SaveLine } from '../../draft/draft-notices.tsx'
import { problemsAt } from '../../draft/problems.ts'
import { PublishButton } from '../../draft/publish-button.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { AssistantGroup, ModelGroup, ToolGroup } from './assistant-groups.tsx'
import { CasesGroup } from './cases-group.tsx'
import { ChangesView } from './changes-view.tsx'
import { SectionView } from './field-view.tsx'
import { FileView } from './file-view.tsx'
import { HOSTS, LOOK } from './field-table.ts'
import { groupOf, GROUPS, readGroup, readView, VIEWS } from './groups.ts'
import type { Group, View } from './groups.ts'
import { HistoryView } from './history-view.tsx'
import { KnowledgeGroup } from './knowledge-group.tsx'
import { LanguageGroup } from './language-group.tsx'
import { LimitGroup } from './limit-group.tsx'
import { PreviewLinkButton } from './preview-link.tsx'
import { PreviewOpener, PreviewPanel, useIsNarrow } from './preview-panel.tsx'
import './settings-page.css'

interface SettingsSearch {
  readonly view?: string
  readonly group?: string
  /** Path of the field that gets the focus. */
  readonly field?: string
}

/** Settings that an owner changes while the service runs: a draft that is published when it is ready. */
export function Page() {
  const { t } = useI18n()
  const { project, projectName } = usePage()
  if (project === ALL_PROJECTS) {
    return (
      <>
        <PageHeader title={t('nav.settings')} />
        <EmptyState title={t('settings.choose')} hint={t('settings.chooseHint')} />
      </>
    )
  }
  return (
    <DraftProvider key={project}>
      <PageHeader title={t('nav.settings')} project={projectName} hint={<SaveLine />}>
        <PreviewLinkButton />
        <PublishButton />
      </PageHeader>
      <div className="report-body">
        <DraftGate>
          <Settings />
        </DraftGate>
      </div>
    </DraftProvider>
  )
}

function Settings() {
  const search: SettingsSearch = useSearch({ strict: false })
  const [view, group] = [readView(search.view), readGroup(search.group)]
  return (
    <>
      <ViewLinks current={view} />
      <DraftNotices />
      {view === 'edit' && <Editor group={group} field={search.field} />}
      {view === 'changes' && <ChangesView />}
      {view === 'history' && <HistoryView />}
      {view === 'file' && <FileView />}
    </>
  )
}

function ViewLinks({ current }: { current: View }) {
  const { t } = useI18n()
  const { project } = usePage()
  const { changes } = useDraft()
  return (
    <nav className="view-links" aria-label={t('settings.views')}>
      {VIEWS.map((view) => (
        <Link
          key={view}
          className="view-link"
          to="/$project/settings"
          params={{ project }}
          search={{ view: view === 'edit' ? undefined : view }}
          aria-current={view === current ? 'page' : undefined}
          activeProps={{}}
          data-current={view === current || undefined}
        >
          {view === 'changes'
            ? t('settings.changesOf', { n: changes.length })
            : t(`settings.${view}`)}
        </Link>
      ))}
    </nav>
  )
}

/** Groups whose changes show in the chat itself. */
const PREVIEWED: readonly Group[] = ['look', 'languages']

function Editor({ group, field }: { group: Group; field: string | undefined }) {
  const { t } = useI18n()
  const { may } = usePage()
  const isNarrow = useIsNarrow()
  const isPreviewed = may('editor') && PREVIEWED.includes(group)

  useEffect(() => {
    if (field === undefined) return
    const place = document.querySelector(`[data-path="${CSS.escape(field)}"]`)
    place?.scrollIntoView({ block: 'center' })
    place
      ?.querySelector<HTMLElement>('input, textarea, select, button')
      ?.focus({ preventScroll: true })
  }, [field, group])

  return (
    <div className="settings-editor" data-preview={isPreviewed || undefined}>
      <GroupLinks current={group} />
      {isPreviewed && isNarrow && <PreviewOpener />}
      <section className="settings-group" aria-label={t(`group.${group}`)}>
        {drawGroup(group)}
      </section>
      {isPreviewed && !isNarrow && <PreviewPanel />}
    </div>
  )
}

function drawGroup(group: Group) {
  switch (group) {
    case 'look':
      return LOOK.map((section) => <SectionView key={section.title} section={section} />)
    case 'assistants':
      return <AssistantGroup />
    case 'models':
      return <ModelGroup />
    case 'tools':
      return <ToolGroup />
    case 'languages':
      return <LanguageGroup />
    case 'knowledge':
      return <KnowledgeGroup />
    case 'cases':
      return <CasesGroup />
    case 'limits':
      return <LimitGroup />
    case 'hosts':
      return HOSTS.map((section) => <SectionView key={section.title} section={section} />)
    default:
      return group satisfies never
  }
}

function GroupLinks({ current }: { current: Group }) {
  const { t } = useI18n()
  const { project } = usePage()
  const { changes, view } = useDraft()
  const problems = problemsAt(view.problems, [])
  return (
    <nav className="group-links" aria-label={t('settings.groups')}>
      <ul>
        {GROUPS.map((group) => {
          const hasProblem = problems.some(({ path }) => isIn(path, group))
          const count = changes.filter(({ path }) => isIn(path, group)).length
          return (
            <li key={group}>
              <Link
                className="group-link"
                to="/$project/settings"
                params={{ project }}
                search={{ group }}
                activeProps={{}}
                aria-current={group === current ? 'page' : undefined}
                data-current={group === current || undefined}
              >
                <span>{t(`group.${group}`)}</span>
                {hasProblem ? (
                  <span className="report-chip" data-tone="bad">
                    {t('settings.problem')}
                  </span>
                ) : (
                  count > 0 && (
                    <span className="report-chip" data-tone="accent">
                      {t('settings.changed', { n: count })}
                    </span>
                  )
                )}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** Written answers have a page of their own. */
const isIn = (path: readonly string[], group: Group): boolean =>
  path[0] !== 'writtenAnswers' && groupOf(path) === group
