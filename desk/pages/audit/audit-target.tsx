import { Link } from '@tanstack/react-router'
import type { AuditAct } from '../../api/queries.ts'
import { en } from '../../i18n/en.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import type { PlainKey } from '../../i18n/i18n.tsx'

interface CellProps {
  row: AuditAct
}

type Place = 'conversation' | 'case' | 'run' | 'version'

/** Where the targets of acts stand; those of others are mails, or ids of what has no page. */
const PLACES: Readonly<Record<string, Place>> = {
  'case.add': 'case',
  'case.change': 'case',
  'case.run': 'run',
  'case.stop': 'run',
  'case.try': 'conversation',
  'conversation.unmask': 'conversation',
  'fix.begin': 'conversation',
  'note.add': 'conversation',
  'note.remove': 'conversation',
  'settings.publish': 'version',
  'settings.undo': 'version',
}

/** The thing that an act was about, as a link to it. */
export function Target({ row: { act, target, project, details } }: CellProps) {
  const { t } = useI18n()
  if (target === null) return null
  const place = project === null ? undefined : PLACES[act]
  if (place === undefined) {
    return target.includes('@') && <bdi>{target}</bdi>
  }
  const to = {
    conversation: {
      to: '/$project/conversations/$thread',
      params: { project: project!, thread: target },
      search: { message: details['message'] ?? undefined },
    },
    case: { to: '/$project/cases', params: { project: project! }, search: { case: target } },
    run: { to: '/$project/cases', params: { project: project! }, search: { run: target } },
    version: {
      to: '/$project/settings',
      params: { project: project! },
      search: { view: 'history' },
    },
  }[place]
  return (
    <Link className="report-link" {...to}>
      {place === 'version' ? t('audit.to.version', { n: Number(target) }) : t(`audit.to.${place}`)}
    </Link>
  )
}

/** The message is part of the link. */
const IN_LINK = new Set(['message'])

/** Facts of an act in words; those of newer servers have their names. */
export function Details({ row: { details } }: CellProps) {
  const { t } = useI18n()
  return Object.entries(details).map(([name, value]) => {
    if (value === '' || value === null || value === false || IN_LINK.has(name)) return null
    const key = `audit.detail.${name}`
    const words = Object.hasOwn(en, key) ? t(key as PlainKey) : name
    return (
      <bdi key={name} className="audit-detail">
        {value === true ? words : `${words}: ${String(value)}`}
      </bdi>
    )
  })
}
