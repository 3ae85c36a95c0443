import { Link } from '@tanstack/react-router'
import { Check, Wrench } from 'lucide-react'
import type { DeskFix } from '../../../shared/desk/fixes.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { beginFix } from '../../mend/way-targets.ts'
import { usePage } from '../../session/session-context.tsx'
import type { MessageProps } from './message-props.ts'
import './mend-panel.css'

/** Lists the fixes that were made because of a message. */
export function FixLines({ conversation, message }: MessageProps) {
  const { t } = useI18n()
  const { project, format, may } = usePage()
  const { fixes } = message
  if (fixes.length === 0) return null
  return (
    <ul className="fix-lines" aria-label={t('fix.title')}>
      {fixes.map((fix) => {
        const { way, by, at, version } = fix
        const words = { way: t(`fix.way.${way}`), name: by }
        return (
          <li key={`${way} ${at}`} data-done={version !== null || undefined}>
            {version ? <Check aria-hidden="true" /> : <Wrench aria-hidden="true" />}
            <p>
              {version
                ? t('fix.published', {
                    ...words,
                    n: version.number,
                    time: format.dateTime(version.at),
                  })
                : t('fix.draft', { ...words, time: format.dateTime(at) })}{' '}
              {version ? (
                <Link
                  className="report-link"
                  to="/$project/settings"
                  params={{ project }}
                  search={{ view: 'history' }}
                >
                  {t('fix.history')}
                </Link>
              ) : (
                may('editor') && <GoOn conversation={conversation} message={message} fix={fix} />
              )}
            </p>
          </li>
        )
      })}
    </ul>
  )
}

function GoOn({ conversation, message, fix: { way } }: MessageProps & { fix: DeskFix }) {
  const { t } = useI18n()
  const { project } = usePage()
  return (
    <Link
      className="report-link"
      aria-label={t('fix.goOnWith', { way: t(`fix.way.${way}`) })}
      {...beginFix(project, way, conversation.row.id, message.id)}
    >
      {t('fix.goOn')}
    </Link>
  )
}
