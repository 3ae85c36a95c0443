import { useAtomValue, useSetAtom } from 'jotai/react'
import { ExternalLink, Headset as Person } from 'lucide-react'
import type { Message } from '../../../shared/thread/message.ts'
import { UNANSWERED } from '../../../shared/wire/chunk.ts'
import { useI18n } from '../../i18n/i18n-context.tsx'
import { lookAtom } from '../../world/look.ts'
import { personAddressAtom, pressOwnerActionAtom } from '../../world/owner-actions.ts'
import { messageHeadingId } from '../message-element.ts'

/** The owner's way to a person, below an answer for which nothing was found. */
export function OtherWay({ message }: { message: Message }) {
  const { t } = useI18n()
  const { person } = useAtomValue(lookAtom)
  const address = useAtomValue(personAddressAtom)
  const press = useSetAtom(pressOwnerActionAtom)
  if (person === undefined || message.metadata.custom[UNANSWERED] !== true) return null
  const content = (
    <>
      <Person />
      {t('menu.person')}
    </>
  )
  const common = {
    className: 'outline-button other-way',
    'aria-describedby': messageHeadingId(message.id),
    onClick: () => press('person'),
  }
  if (address === undefined) {
    return (
      <button type="button" {...common}>
        {content}
      </button>
    )
  }
  return (
    <a {...common} href={address} target="_blank" rel="noopener noreferrer">
      {content}
      <ExternalLink />
      <span className="visually-hidden">({t('markdown.newTab')})</span>
    </a>
  )
}
