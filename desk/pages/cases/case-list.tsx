import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Download, Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { CASE_SIDES } from '../../../shared/desk/case-runs.ts'
import type { DeskCase } from '../../../shared/desk/cases.ts'
import { addressOf } from '../../api/call.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { tabNotes } from '../../session/device-notes.ts'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import '../../ui/named-row.css'
import { casesQuery } from './case-queries.ts'
import { ImportButton } from './import-button.tsx'
import { ResultChip } from './result-chip.tsx'
import { isDifferent, isShown } from './results.ts'
import type { NewestResult, Shown } from './results.ts'
import { ShownLinks } from './shown-links.tsx'
import { useNewestResults } from './use-newest-results.ts'
import { noteOf } from './use-typed-case.ts'

/** Note of the tab: the case that was opened last. */
const OPENED_CASE = 'opened-case'

/** Cases by name with their newest results. */
export function CaseList({ shown }: { shown: Shown }) {
  const { t } = useI18n()
  const { project, may } = usePage()
  const { data, error, refetch } = useQuery(casesQuery(project))
  const results = useNewestResults()
  const cases = data?.cases ?? []
  const sidesOf = ({ id }: DeskCase) => results.get(id) ?? []
  const listed = cases.filter((each) => isShown(shown, sidesOf(each)))
  return (
    <ReportSection
      title={t('cases.list')}
      hint={t('cases.listHint')}
      more={
        <span className="case-actions">
          {may('editor') && <AddButton />}
          {may('editor') && <ImportButton />}
          {cases.length > 0 && (
            <a
              className="outline-button"
              href={addressOf(['projects', project, 'cases', 'export'])}
              download
            >
              <Download aria-hidden="true" />
              {t('cases.export')}
            </a>
          )}
        </span>
      }
    >
      {data === undefined ? (
        error ? (
          <CallFailureCard error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={4} rowSize={4} />
        )
      ) : cases.length === 0 ? (
        <EmptyState title={t('cases.none')} hint={t('cases.noneHint')} />
      ) : (
        <>
          <ShownLinks shown={shown} cases={cases.map(sidesOf)} />
          {listed.length === 0 ? (
            <EmptyState title={t('cases.noMatch')} hint={t('cases.noMatchHint')} />
          ) : (
            <CaseRows cases={listed} results={results} />
          )}
        </>
      )}
    </ReportSection>
  )
}

function AddButton() {
  const { t } = useI18n()
  const { project, session } = usePage()
  const navigate = useNavigate()
  const isTyped = tabNotes.read(noteOf(project, session.person.id, 'new')) !== null
  return (
    <button
      type="button"
      className="outline-button"
      onClick={() => void navigate({ to: '.', search: { case: 'new' } })}
    >
      <Plus aria-hidden="true" />
      {t(isTyped ? 'cases.addTyped' : 'cases.add')}
    </button>
  )
}

interface CaseRowsProps {
  cases: readonly DeskCase[]
  results: ReadonlyMap<string, readonly NewestResult[]>
}

function CaseRows({ cases, results }: CaseRowsProps) {
  const { t } = useI18n()
  const list = useRef<HTMLUListElement>(null)

  // The way back from a case leads to its row.
  useEffect(() => {
    const opened = tabNotes.read(OPENED_CASE)
    tabNotes.write(OPENED_CASE, null)
    if (opened === null) return
    list.current?.querySelector<HTMLElement>(`[data-case="${CSS.escape(opened)}"]`)?.focus()
  }, [])

  return (
    <ul ref={list} className="report-list" aria-label={t('cases.list')}>
      {cases.map(({ id, name, turns }) => {
        const sides = results.get(id) ?? []
        return (
          <li key={id} className="named-row">
            <p className="named-row-head">
              <Link
                className="named-row-name"
                to="."
                search={{ case: id }}
                data-case={id}
                onClick={() => tabNotes.write(OPENED_CASE, id)}
              >
                <bdi>{name}</bdi>
              </Link>
              <span className="report-chips">
                {CASE_SIDES.map((side) => (
                  <ResultChip
                    key={side}
                    side={side}
                    counts={sides.find((each) => each.side === side)}
                  />
                ))}
                {isDifferent(sides) && (
                  <span className="report-chip" data-tone="warning">
                    {t('cases.differs')}
                  </span>
                )}
              </span>
            </p>
            <p className="named-row-text" dir="auto">
              {turns.at(-1)?.text}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
