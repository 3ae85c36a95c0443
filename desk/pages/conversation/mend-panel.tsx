import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BookOpen, ClipboardCheck, MessageSquareText, PenLine, Wrench } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { DeskCase } from '../../../shared/desk/cases.ts'
import { FIX_WAYS } from '../../../shared/desk/fixes.ts'
import type { FixWay } from '../../../shared/desk/fixes.ts'
import type { ProjectSettings } from '../../../shared/desk/settings.ts'
import { useAnnounce } from '../../../widget/ui/announcer.tsx'
import { call } from '../../api/call.ts'
import { projectQuery } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { turnsBefore } from '../../mend/mended-answer.ts'
import { TryPanel } from '../../mend/try-panel.tsx'
import { beginFix } from '../../mend/way-targets.ts'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { MessageProps } from './message-props.ts'
import '../../reports/report-section.css'
import './mend-panel.css'

const ICONS: Readonly<Record<FixWay, LucideIcon>> = {
  prompt: MessageSquareText,
  source: BookOpen,
  answer: PenLine,
  tool: Wrench,
}

/** Ways to mend an answer, a try of the draft beside live, and a case that keeps it right. */
export function MendPanel({ id, conversation, message }: MessageProps & { id: string }) {
  const { t } = useI18n()
  const { project } = usePage()
  const thread = conversation.row.id
  const settings = useQuery({
    ...projectQuery<ProjectSettings>(project, ['settings']),
    // The person comes back from a draft that was begun a moment ago.
    staleTime: 0,
  })
  const box = useRef<HTMLElement>(null)
  const isLoaded = settings.data !== undefined
  // The panel opens below the answer, often outside the window, and grows when it is loaded.
  useEffect(() => {
    // In some browsers it gives a promise, which is no clean-up.
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [isLoaded])
  return (
    <section ref={box} id={id} className="mend-panel" aria-label={t('mend.title')}>
      <Ways conversation={conversation} message={message} />
      {settings.data ? (
        <Trial settings={settings.data} thread={thread} message={message.id} />
      ) : settings.error ? (
        <CallFailureCard error={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <Skeleton rows={2} />
      )}
      <MakeCase conversation={conversation} message={message} />
    </section>
  )
}

function Ways({ conversation, message }: MessageProps) {
  const { t } = useI18n()
  const { project } = usePage()
  const open = new Set(message.fixes.flatMap(({ way, version }) => (version === null ? way : [])))
  return (
    <div className="mend-part">
      <h3>{t('mend.change')}</h3>
      <p className="report-hint">{t('mend.changeHint')}</p>
      <ul className="mend-ways">
        {FIX_WAYS.map((way) => {
          const Icon = ICONS[way]
          return (
            <li key={way}>
              <Link
                className="mend-way"
                {...beginFix(project, way, conversation.row.id, message.id)}
              >
                <Icon aria-hidden="true" />
                <span>
                  <span className="mend-way-name">
                    {t(`mend.to.${way}`)}
                    {open.has(way) && (
                      <span className="report-chip" data-tone="accent">
                        {t('mend.inDraft')}
                      </span>
                    )}
                  </span>
                  <span className="report-hint">{t(`mend.to.${way}Hint`)}</span>
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

interface TrialProps {
  settings: ProjectSettings
  thread: string
  message: string
}

function Trial({ settings: { draft }, thread, message }: TrialProps) {
  const { t } = useI18n()
  const { project } = usePage()
  return (
    <>
      <TryPanel
        thread={thread}
        message={message}
        draft={draft === null ? 'none' : draft.problems.length > 0 ? 'faulty' : 'ready'}
        revision={draft?.revision ?? null}
        noDraft={t('try.noDraft')}
      />
      {draft !== null && (
        <p>
          <Link
            className="report-link"
            to="/$project/settings"
            params={{ project }}
            search={{ view: 'changes' }}
          >
            {t('mend.publish')}
          </Link>
        </p>
      )}
    </>
  )
}

function MakeCase({ conversation, message }: MessageProps) {
  const { t } = useI18n()
  const { project } = usePage()
  const announce = useAnnounce()
  const before = turnsBefore(conversation, message)
  const make = useMutation({
    mutationFn: (turns: 'all' | 'last') =>
      call<DeskCase>(['projects', project, 'cases', 'from-message'], {
        method: 'POST',
        body: { threadId: conversation.row.id, messageId: message.id, turns },
      }),
    onSuccess: () => announce(t('mend.caseMade')),
  })
  return (
    <div className="mend-part">
      <h3>{t('mend.caseTitle')}</h3>
      <p className="report-hint">{t(make.data ? 'mend.caseNext' : 'mend.caseHint')}</p>
      {make.data ? (
        <div>
          <Link
            className="report-link"
            to="/$project/cases"
            params={{ project }}
            search={{ case: make.data.id }}
          >
            {t('mend.caseOpen', { name: make.data.name })}
          </Link>
        </div>
      ) : (
        <div className="mend-acts">
          <button
            type="button"
            className="outline-button"
            aria-disabled={make.isPending || undefined}
            onClick={() => !make.isPending && make.mutate('last')}
          >
            <ClipboardCheck aria-hidden="true" />
            {t(before === 0 ? 'mend.case' : 'mend.caseAlone')}
          </button>
          {before > 0 && (
            <button
              type="button"
              className="outline-button"
              aria-disabled={make.isPending || undefined}
              onClick={() => !make.isPending && make.mutate('all')}
            >
              {t('mend.caseAll', { n: before })}
            </button>
          )}
        </div>
      )}
      {make.error && <CallFailureCard title={t('mend.caseFailed')} error={make.error} />}
    </div>
  )
}
