import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { CircleUser, Keyboard, LogOut, MonitorSmartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { useAnnounce } from '../../widget/ui/announcer.tsx'
import { Menu } from '../../widget/ui/menu.tsx'
import { call } from '../api/call.ts'
import { sessionQuery } from '../api/queries.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { usePage } from '../session/session-context.tsx'
import { useFailureWords } from '../ui/call-failure-card.tsx'
import { VisuallyHidden } from '../../widget/ui/visually-hidden.tsx'
import { useKeysDialog } from './keys-dialog.tsx'

/** Names the person, and leads to their sessions and out. */
export function AccountMenu() {
  const { t } = useI18n()
  const announce = useAnnounce()
  const words = useFailureWords()
  const navigate = useNavigate()
  const client = useQueryClient()
  const keys = useKeysDialog()
  const { session, project, role } = usePage()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const { mail } = session.person

  async function signOut(): Promise<void> {
    try {
      await call(['session'], { method: 'DELETE' })
      client.setQueryData(sessionQuery.queryKey, null)
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
      announce(t('signIn.signedOut'))
    } catch (error) {
      announce(words(error), { channel: 'alert' })
    }
  }

  return (
    <div className="desk-account">
      <button
        ref={trigger}
        type="button"
        className="account-button"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <CircleUser aria-hidden="true" />
        <VisuallyHidden>{t('account.label', { mail })}</VisuallyHidden>
        <span className="account-words" aria-hidden="true">
          <span className="account-mail" dir="auto">
            {mail}
          </span>
          {role && <span className="account-role">{t(`role.${role}`)}</span>}
        </span>
      </button>
      {isOpen && trigger.current && (
        <Menu
          trigger={trigger.current}
          label={t('account.label', { mail })}
          items={[
            {
              label: t('account.sessions'),
              icon: <MonitorSmartphone aria-hidden="true" />,
              onSelect: () => void navigate({ to: '/$project/sessions', params: { project } }),
            },
            {
              label: t('account.keys'),
              icon: <Keyboard aria-hidden="true" />,
              onSelect: keys.open,
            },
            {
              label: t('account.signOut'),
              icon: <LogOut aria-hidden="true" data-flip />,
              onSelect: () => void signOut(),
            },
          ]}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}
