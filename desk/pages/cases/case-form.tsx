import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { SubmitEvent } from 'react'
import type { CaseBody, DeskCase } from '../../../shared/desk/cases.ts'
import { useAnnounce } from '../../../widget/ui/announcer.tsx'
import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { CaseFacts } from './case-facts.tsx'
import { CircumstanceFields, QuestionFields, ResultFields } from './case-fields.tsx'
import { casesKey, casesQuery } from './case-queries.ts'
import { ExpectFields } from './expect-fields.tsx'
import { RemoveCase } from './remove-case.tsx'
import { useTypedCase } from './use-typed-case.ts'

export interface CaseFormProps {
  /** Id of the case, or the word for a new one. */
  id: string
  /** Absent: a new case. */
  known: DeskCase | undefined
}

/** A case: its question, and what the answer has to have. The text survives a reload. */
export function CaseForm({ id, known }: CaseFormProps) {
  const { t } = useI18n()
  const { project, may } = usePage()
  const client = useQueryClient()
  const navigate = useNavigate()
  const announce = useAnnounce()
  const box = useRef<HTMLFormElement>(null)
  const own = useTypedCase(id, known)
  /** Grows with each attempt to save that found problems. */
  const [attempts, setAttempts] = useState(0)
  const [isRemoving, setIsRemoving] = useState(false)
  const path = ['projects', project, 'cases']
  const save = useMutation({
    mutationFn: (body: CaseBody) =>
      known
        ? call<DeskCase>([...path, known.id], { method: 'PUT', body })
        : call<DeskCase>(path, { method: 'POST', body }),
    async onSuccess(saved) {
      announce(t('cases.saved'))
      client.setQueryData(casesQuery(project).queryKey, (before) => ({
        cases: [...(before?.cases ?? []).filter((each) => each.id !== saved.id), saved],
      }))
      own.reset()
      setAttempts(0)
      if (!known) await navigate({ to: '.', search: { case: saved.id }, replace: true })
      await client.invalidateQueries({ queryKey: casesKey(project) })
    },
  })
  const problems = own.read.type === 'wrong' && attempts > 0 ? own.read.problems : []
  const isKept = known !== undefined && !own.isUnsaved
  const form = { typed: own.typed, change: own.change, problems }

  useEffect(() => {
    if (attempts > 0) box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempts])

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault()
    if (save.isPending || isKept) return
    if (own.read.type === 'wrong') setAttempts((before) => before + 1)
    else save.mutate(own.read.body)
  }

  function handleDiscard(): void {
    own.reset()
    setAttempts(0)
    // The button goes with the changes.
    box.current?.querySelector('input')?.focus()
  }

  const mayChange = may('editor')
  return (
    <div className="case-view">
      {known && <CaseFacts known={known} isUnsaved={own.isUnsaved} />}
      <form ref={box} className="case-form" noValidate onSubmit={handleSubmit}>
        <fieldset disabled={!mayChange} aria-label={known?.name ?? t('cases.new')}>
          <ReportSection
            title={t('cases.question')}
            more={
              mayChange &&
              known && (
                <button type="button" className="quiet-button" onClick={() => setIsRemoving(true)}>
                  <Trash2 aria-hidden="true" />
                  {t('act.remove')}
                </button>
              )
            }
          >
            <QuestionFields form={form} />
          </ReportSection>
          <ReportSection title={t('cases.expects')} hint={t('cases.expectsHint')}>
            <ExpectFields form={form} />
          </ReportSection>
          <ReportSection title={t('cases.circumstances')} hint={t('cases.circumstancesHint')}>
            <CircumstanceFields form={form} />
          </ReportSection>
          <ReportSection title={t('cases.toolResults')} hint={t('cases.toolResultsHint')}>
            <ResultFields form={form} />
          </ReportSection>
        </fieldset>
        {mayChange ? (
          <div className="case-foot">
            {problems.length > 0 && (
              <p className="field-error" role="alert">
                {t('cases.problems', {
                  n: new Set(problems.map((each) => each.path.join('/'))).size,
                })}
              </p>
            )}
            {save.error && <CallFailureCard error={save.error} title={t('error.saveTitle')} />}
            {own.isBehind && <p className="field-error">{t('cases.changedMeanwhile')}</p>}
            <div className="case-actions">
              <button
                type="submit"
                className="solid-button"
                aria-disabled={save.isPending || isKept || undefined}
              >
                {t('act.save')}
              </button>
              {own.isUnsaved && (
                <button type="button" className="quiet-button" onClick={handleDiscard}>
                  {t('cases.discard')}
                </button>
              )}
              {own.isUnsaved && <span className="report-hint">{t('cases.typed')}</span>}
            </div>
          </div>
        ) : (
          <p className="report-hint">{t('cases.readOnly')}</p>
        )}
      </form>
      {isRemoving && known && (
        <RemoveCase known={known} onClose={() => setIsRemoving(false)} onRemoved={own.reset} />
      )}
    </div>
  )
}
