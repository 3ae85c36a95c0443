import { queryOptions, useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleHelp, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { Health } from '../../../shared/desk/reports.ts'
import { call } from '../../api/call.ts'
import type { PlainKey } from '../../i18n/i18n.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import { ReportSection } from '../../reports/report-section.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { ModelErrors } from './model-errors.tsx'
import './health-page.css'

/** The server keeps what it found for as long. */
const REFRESH_MS = 60_000

const healthQuery = queryOptions({
  queryKey: ['health'],
  refetchInterval: REFRESH_MS,
  queryFn: ({ signal }) => call<Health>(['health'], { signal }),
})

/** Whether the service works, and what to do where it does not. */
export function Page() {
  const { t } = useI18n()
  const health = useQuery(healthQuery)
  return (
    <>
      <PageHeader title={t('nav.health')} />
      <div className="report-body">
        {health.data ? (
          <Report health={health.data} />
        ) : health.error ? (
          <CallFailureCard error={health.error} onRetry={() => void health.refetch()} />
        ) : (
          <Skeleton rows={6} rowSize={4} />
        )}
      </div>
    </>
  )
}

type Check = Health['checks'][number]

const STATES: Readonly<
  Record<Check['state'], { readonly icon: LucideIcon; readonly label: PlainKey }>
> = {
  good: { icon: CircleCheck, label: 'health.good' },
  warning: { icon: TriangleAlert, label: 'health.warning' },
  bad: { icon: CircleAlert, label: 'health.bad' },
  unknown: { icon: CircleHelp, label: 'health.unknown' },
}
/** The worst comes first. */
const ORDER: readonly Check['state'][] = ['bad', 'warning', 'unknown', 'good']

const NAMES: Readonly<Record<string, PlainKey>> = {
  store: 'health.store',
  files: 'health.files',
  redis: 'health.redis',
  disk: 'health.disk',
  backup: 'health.backup',
  configuration: 'health.configuration',
}

function Report({ health }: { health: Health }) {
  const { t } = useI18n()
  const { format } = usePage()
  const { checks, modelErrors, version } = health
  const sorted = checks.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state))
  const lookedAt = checks[0]?.at
  return (
    <>
      <ReportSection
        title={t('health.checks')}
        hint={lookedAt !== undefined && t('health.lookedAt', { time: format.time(lookedAt) })}
      >
        <ul className="report-list">
          {sorted.map((check, index) => (
            <li key={`${check.name} ${index}`}>
              <CheckRow check={check} />
            </li>
          ))}
        </ul>
      </ReportSection>
      <ReportSection title={t('health.errors')} hint={t('health.errorsHint')}>
        {modelErrors.length > 0 ? (
          <ModelErrors errors={modelErrors} />
        ) : (
          <EmptyState title={t('health.noErrors')} />
        )}
      </ReportSection>
      <ReportSection title={t('health.version')}>
        <dl className="health-versions">
          {Object.entries({
            Alcove: version.alcove,
            'Node.js': version.node,
            [t('health.store')]: version.store,
          }).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </ReportSection>
    </>
  )
}

function CheckRow({ check }: { check: Check }) {
  const { t } = useI18n()
  const { name, state, sentence, remedy } = check
  const { icon: Icon, label } = STATES[state]
  const title = NAMES[name]
  return (
    <div className="health-check" data-state={state}>
      <Icon className="health-icon" aria-hidden="true" />
      <div className="health-words">
        <h3>
          {title === undefined ? name : t(title)}
          <span className="health-state">{t(label)}</span>
        </h3>
        <p dir="auto">{sentence}</p>
        {remedy !== null && (
          <p className="report-hint" dir="auto">
            {remedy}
          </p>
        )}
      </div>
    </div>
  )
}
