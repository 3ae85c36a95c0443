import { useLocation, useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useRef, useState } from 'react'
import { Menu } from '../../widget/ui/menu.tsx'
import { useI18n } from '../i18n/i18n.tsx'
import { PAGES } from '../pages.ts'
import { PageLink } from '../ui/page-link.tsx'
import { usePage } from '../session/session-context.tsx'
import { mayOpen } from './may-open.ts'

/** Links to the pages: a column beside the page, and on a phone a bar below it with a menu. */
export function Navigation() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const page = usePage()
  const { project } = page
  const current = useLocation({ select: ({ pathname }) => pathname.split('/')[2] })
  const more = useRef<HTMLButtonElement>(null)
  const [isMoreOpen, setIsMoreOpen] = useState(false)
  const listed = PAGES.flatMap(({ nav, ...entry }) =>
    nav && mayOpen(entry, page) ? [{ ...nav, path: entry.path }] : [],
  )
  const later = listed.filter(({ place }) => place === 'later')

  return (
    <nav className="desk-nav" aria-label={t('nav.label')}>
      <ul>
        {listed.map(({ path, label, icon: Icon, place }) => (
          <li key={path} data-place={place}>
            <PageLink
              path={[project, path]}
              className="nav-link"
              aria-current={path === current ? 'page' : undefined}
              data-status={path === current ? 'active' : undefined}
            >
              <Icon aria-hidden="true" />
              <span>{t(label)}</span>
            </PageLink>
          </li>
        ))}
        {later.length > 0 && (
          <li className="nav-more">
            <button
              ref={more}
              type="button"
              className="nav-link"
              aria-haspopup="menu"
              aria-expanded={isMoreOpen}
              onClick={() => setIsMoreOpen(!isMoreOpen)}
            >
              <Ellipsis aria-hidden="true" />
              <span>{t('nav.more')}</span>
            </button>
          </li>
        )}
      </ul>
      {isMoreOpen && more.current && (
        <Menu
          trigger={more.current}
          label={t('nav.more')}
          items={later.map(({ path, label, icon: Icon }) => ({
            label: t(label),
            icon: <Icon aria-hidden="true" />,
            onSelect: () => void navigate({ to: `/$project/${path}`, params: { project } }),
          }))}
          onClose={() => setIsMoreOpen(false)}
        />
      )}
    </nav>
  )
}
