import { CircleX, TextQuote } from 'lucide-react'
import { useAtomValue, useSetAtom } from 'jotai/react'
import type { RefObject } from 'react'
import { markInvisible } from '../../shared/mark-invisible.ts'
import { referencesAtom, removeReferenceAtom } from '../conversation/atoms/references.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import { useAnnounce } from '../ui/announcer.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import '../files/attachments.css'

export interface ReferencesProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>
}

/** Parts of the page that the next question refers to. */
export function References({ fieldRef }: ReferencesProps) {
  const { t } = useI18n()
  const announce = useAnnounce()
  const references = useAtomValue(referencesAtom)
  const remove = useSetAtom(removeReferenceAtom)
  if (references.length === 0) return null
  return (
    <ul className="tray references">
      {references.map(({ label, text }) => (
        <li key={label} className="tray-chip">
          <span className="tray-thumb">
            <TextQuote />
          </span>
          <span className="tray-text">
            <bdi>{markInvisible(label)}</bdi>
            {text !== '' && text !== label && (
              <bdi className="tray-meta">{markInvisible(text)}</bdi>
            )}
          </span>
          <IconButton
            className="tray-action tray-remove"
            label={t('attachment.remove', { name: label })}
            onClick={() => {
              remove(label)
              announce(t('attachment.removed', { name: label }))
              // The button is about to be removed.
              fieldRef.current?.focus()
            }}
          >
            <CircleX />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}
