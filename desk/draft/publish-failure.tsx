import { Link } from '@tanstack/react-router'
import type { CasesRefusal } from '../../shared/desk/cases.ts'
import { isPlainObject } from '../../shared/json.ts'
import { ErrorCard } from '../../widget/ui/error-card.tsx'
import { CallError } from '../api/call.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { usePage } from '../session/session-context.tsx'
import { CallFailureCard } from '../ui/call-failure-card.tsx'

export interface PublishFailureProps {
  error: unknown
  /** Called when the person goes to the cases that hold the publish back. */
  onLeave: () => void
}

/** Why a draft was not published; cases that hold it back are one press away. */
export function PublishFailure({ error, onLeave }: PublishFailureProps) {
  const { t } = useI18n()
  const { project } = usePage()
  const cases = readCasesRefusal(error)
  if (cases === undefined) return <CallFailureCard title={t('publish.failed')} error={error} />
  return (
    <ErrorCard
      title={t('publish.failed')}
      detail={t(`publish.cases.${cases}`)}
      more={
        <Link
          className="outline-button"
          to="/$project/cases"
          params={{ project }}
          search={{ show: cases === 'failed' ? 'failed' : undefined }}
          onClick={onLeave}
        >
          {t('publish.toCases')}
        </Link>
      }
    />
  )
}

function readCasesRefusal(error: unknown): CasesRefusal['cases'] | undefined {
  const details = error instanceof CallError ? error.details : undefined
  const cases = isPlainObject(details) ? details['cases'] : undefined
  return cases === 'not-run' || cases === 'failed' ? cases : undefined
}
