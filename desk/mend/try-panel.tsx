import { useMutation } from '@tanstack/react-query'
import { FlaskConical } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { CaseSide, Tried } from '../../shared/desk/case-runs.ts'
import { useAnnounce } from '../../widget/ui/announcer.tsx'
import { call } from '../api/call.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { usePage } from '../session/session-context.tsx'
import { CallFailureCard } from '../ui/call-failure-card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AttemptViews } from './attempt-views.tsx'
import '../reports/report-section.css'
import './try-panel.css'

/** Models think, and call tools, for longer than other calls take. */
const TRY_LIMIT_MS = 300_000

export interface TryPanelProps {
  /** The answer whose question is asked again. */
  thread: string
  message: string
  /** `faulty`: it has values that cannot be used. */
  draft: 'none' | 'faulty' | 'ready'
  /** Revision of the draft: a change of it makes the answers old. */
  revision: number | null
  /** Said while there is no draft. */
  noDraft: string
  /** Asks as soon as it is shown, if there is a draft. Default false. */
  isEager?: boolean
  /** Saves what is typed, and tells the revision with it. Default: there is nothing to save. */
  save?: () => Promise<SavedRevision>
}

export interface SavedRevision {
  readonly isSaved: boolean
  readonly revision: number | null
}

interface Outcome extends Tried {
  readonly revision: number | null
}

/** Asks the question of an answer again, in the draft and as it is live, side by side. */
export function TryPanel(props: TryPanelProps) {
  const { thread, message, draft, revision, noDraft, isEager = false, save } = props
  const { t } = useI18n()
  const { project } = usePage()
  const announce = useAnnounce()
  const titleId = useId()
  const asked = useRef<AbortController>(null)
  const sides: readonly CaseSide[] = draft === 'ready' ? ['draft', 'live'] : ['live']

  const ask = useMutation({
    mutationFn: async (): Promise<Outcome | 'unsaved'> => {
      const saved = save ? await save() : { isSaved: true, revision }
      if (!saved.isSaved) return 'unsaved'
      asked.current = new AbortController()
      const tried = await call<Tried>(['projects', project, 'try'], {
        method: 'POST',
        body: { sides, from: { threadId: thread, messageId: message } },
        signal: asked.current.signal,
        limitMs: TRY_LIMIT_MS,
      })
      return { ...tried, revision: saved.revision }
    },
    onSuccess(outcome) {
      if (outcome === 'unsaved') announce(t('try.unsaved'), { channel: 'alert' })
      else announce(t(outcome.attempts.length > 1 ? 'try.done' : 'try.doneLive'))
    },
    onError: () => announce(t('try.failed'), { channel: 'alert' }),
  })

  const begin = useRef(isEager && draft === 'ready' ? ask.mutate : null)
  useEffect(() => begin.current?.(), [])

  // A closed panel needs no answers, which cost tokens.
  useEffect(() => () => asked.current?.abort(), [])

  const { data: outcome, isPending, error } = ask
  const tried = outcome === undefined || outcome === 'unsaved' ? null : outcome
  return (
    <section className="try-panel" aria-labelledby={titleId}>
      <h3 id={titleId}>{t('try.title')}</h3>
      <p className="report-hint">
        {draft === 'ready' ? t('try.hint') : draft === 'faulty' ? t('try.faulty') : noDraft}
      </p>
      <div>
        <button
          type="button"
          className={draft === 'ready' && tried === null ? 'solid-button' : 'outline-button'}
          aria-disabled={isPending || undefined}
          onClick={() => !isPending && ask.mutate()}
        >
          <FlaskConical aria-hidden="true" />
          {isPending
            ? t('try.asking')
            : sides.length === 1
              ? t('try.live')
              : t(tried === null ? 'try.button' : 'try.again')}
        </button>
      </div>
      {outcome === 'unsaved' && <p className="field-error">{t('try.unsaved')}</p>}
      {error && <CallFailureCard title={t('try.failed')} error={error} />}
      {isPending ? (
        <div className="try-sides" aria-hidden="true">
          {sides.map((side) => (
            <Skeleton key={side} rows={3} />
          ))}
        </div>
      ) : (
        tried && (
          <>
            {tried.revision !== revision && <p className="report-hint">{t('try.stale')}</p>}
            <AttemptViews attempts={tried.attempts} />
          </>
        )
      )}
    </section>
  )
}
