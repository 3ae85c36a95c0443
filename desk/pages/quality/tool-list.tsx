import { Link } from '@tanstack/react-router'
import type { Quality } from '../../../shared/desk/reports.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { CountList } from '../../reports/count-list.tsx'
import { usePage } from '../../session/session-context.tsx'
import type { Period } from '../../ui/period.ts'

/** Tools with their calls, those that fail most first; each leads to its conversations. */
export function ToolList({ tools, period }: { tools: Quality['tools']; period: Period }) {
  const { t } = useI18n()
  const { format, project } = usePage()
  return (
    <CountList
      label={t('quality.tools')}
      rows={tools.map(({ name, calls, failed }) => ({
        key: name,
        name: (
          <Link
            className="report-link"
            to="/$project/conversations"
            params={{ project }}
            search={{ ...period, tool: name }}
          >
            {name}
          </Link>
        ),
        count:
          failed === 0
            ? t('quality.calls', { n: calls })
            : t('quality.failed', {
                n: calls,
                failed: format.number(failed),
                share: format.percent(failed / calls),
              }),
      }))}
    />
  )
}
