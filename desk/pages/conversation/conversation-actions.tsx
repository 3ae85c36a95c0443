import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Ellipsis, Eye, EyeOff, Trash2, UserX } from 'lucide-react'
import { useRef, useState } from 'react'
import type { InferOutput } from 'valibot'
import type { Conversation, eraseResult } from '../../../shared/desk/conversations.ts'
import { useAnnounce } from '../../../widget/ui/announcer.tsx'
import { IconButton } from '../../../widget/ui/icon-button.tsx'
import { Menu } from '../../../widget/ui/menu.tsx'
import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** The conversation alone, or all that its person has in the project. */
type Erasure = 'conversation' | 'person'

export interface ConversationActionsProps {
  conversation: Conversation
  isUnmasked: boolean
  isBusy: boolean
  onUnmask: (isUnmasked: boolean) => void
  onErased: () => void
}

/** Actions of owners on a conversation. */
export function ConversationActions(props: ConversationActionsProps) {
  const { conversation, isUnmasked, isBusy, onUnmask, onErased } = props
  const { t } = useI18n()
  const { may } = usePage()
  const trigger = useRef<HTMLButtonElement>(null)
  const [isMenuOpen, setIsMenuOpen] = useState(false)
  const [erasing, setErasing] = useState<Erasure | null>(null)
  if (!may('owner')) return null

  return (
    <>
      <button
        type="button"
        className="outline-button"
        aria-disabled={isBusy || undefined}
        onClick={() => !isBusy && onUnmask(!isUnmasked)}
      >
        {isUnmasked ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
        {t(isUnmasked ? 'thread.mask' : 'thread.unmask')}
      </button>
      <IconButton
        ref={trigger}
        label={t('thread.more')}
        aria-haspopup="menu"
        aria-expanded={isMenuOpen}
        onClick={() => setIsMenuOpen(!isMenuOpen)}
      >
        <Ellipsis />
      </IconButton>
      {isMenuOpen && trigger.current && (
        <Menu
          trigger={trigger.current}
          label={t('thread.more')}
          items={[
            {
              label: t('thread.erase'),
              icon: <Trash2 aria-hidden="true" />,
              isDanger: true,
              onSelect: () => setErasing('conversation'),
            },
            {
              label: t('thread.erasePerson'),
              icon: <UserX aria-hidden="true" />,
              isDanger: true,
              onSelect: () => setErasing('person'),
            },
          ]}
          onClose={() => setIsMenuOpen(false)}
        />
      )}
      {erasing !== null && (
        <EraseDialog
          conversation={conversation}
          erasure={erasing}
          onClose={() => setErasing(null)}
          onErased={onErased}
        />
      )}
    </>
  )
}

interface EraseDialogProps {
  conversation: Conversation
  erasure: Erasure
  onClose: () => void
  onErased: () => void
}

function EraseDialog({ conversation: { row }, erasure, onClose, onErased }: EraseDialogProps) {
  const { t } = useI18n()
  const announce = useAnnounce()
  const client = useQueryClient()
  const isPerson = erasure === 'person'
  const path = ['projects', row.project, 'conversations', row.id, ...(isPerson ? ['person'] : [])]
  const erase = useMutation({
    mutationFn: () => call<InferOutput<typeof eraseResult>>(path, { method: 'DELETE' }),
    onSuccess({ conversations }) {
      announce(t('thread.erased', { n: conversations }))
      onClose()
      onErased()
      // All lists and figures of the project may have had it.
      client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === 'projects' })
    },
  })

  return (
    <ConfirmDialog
      title={t(isPerson ? 'thread.erasePersonTitle' : 'thread.eraseTitle')}
      description={t(isPerson ? 'thread.erasePersonHint' : 'thread.eraseHint')}
      action={t('thread.eraseNow')}
      failure={t('thread.eraseFailed')}
      call={erase}
      onClose={onClose}
    />
  )
}
