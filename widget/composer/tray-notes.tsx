import { useAtomValue } from 'jotai/react'
import { useEffect, useRef } from 'react'
import { formatBytes } from '../i18n/format-units.ts'
import { englishOnly } from '../i18n/english-only.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { Translate } from '../i18n/create-translate.ts'
import type { TrayAttachment, TrayNote } from './atoms/attachments.ts'
import { failureReason } from './attachments/failure-reason.ts'
import { shownKeyAtom } from '../conversation/atoms/thread-keys.ts'
import { useAnnounce } from '../ui/announcer.tsx'

interface Seen {
  readonly place: string
  readonly items: readonly TrayAttachment[]
  readonly notes: readonly TrayNote[]
}

/** Announces changes of files to screen readers, but not the change to another thread's files. */
export function useTrayAnnouncements(
  items: readonly TrayAttachment[],
  notes: readonly TrayNote[],
): void {
  const { t, locale } = useI18n()
  const announce = useAnnounce()
  const place = useAtomValue(shownKeyAtom)
  // The tray appears with its first file, which therefore counts as new.
  const before = useRef<Seen>({ place, items: [], notes: [] })

  useEffect(() => {
    const last = before.current
    before.current = { place, items, notes }
    if (last.place !== place) return
    const known = new Map(last.items.map((item) => [item.id, item]))
    const added = items.filter(({ id }) => !known.has(id))
    if (added.length > 0) {
      announce(t('attachment.attached', { n: added.length, name: added[0]?.name ?? '' }))
    }
    for (const item of items) {
      const told = describeChange(known.get(item.id), item, t, locale)
      if (told) announce(told.text, { channel: told.isAlert ? 'alert' : 'polite' })
      const { name, isUnread } = item
      if (isUnread && !known.get(item.id)?.isUnread) {
        announce(t('attachment.unreadNamed', { name }), { channel: 'alert' })
      }
    }
    if (notes === last.notes) return
    // Left-out files are not sent, so a person must act.
    for (const note of notes) announce(describeNote(note, t, locale), { channel: 'alert' })
  }, [place, items, notes, t, locale, announce])
}

interface Told {
  readonly text: string
  readonly isAlert: boolean
}

function describeChange(
  before: TrayAttachment | undefined,
  { name, status, pages }: TrayAttachment,
  t: Translate,
  locale: string,
): Told | null {
  if (status.type === 'incomplete' && before?.status.type !== 'incomplete') {
    const text =
      status.reason === 'lost'
        ? t('attachment.lostNamed', { name })
        : t('attachment.uploadFailed', { name, reason: failureReason(t, status.message, locale) })
    return { text, isAlert: true }
  }
  if (pages?.type === 'failed' && before?.pages?.type === 'making') {
    return {
      text: t('attachment.pagesFailedFor', {
        name,
        reason: failureReason(t, pages.message, locale),
      }),
      isAlert: true,
    }
  }
  const isUploaded = status.type === 'requires-action' && before?.status.type === 'running'
  return isUploaded ? { text: t('attachment.uploaded', { name }), isAlert: false } : null
}

/** Describes in words why files were left out. */
export function describeNote(note: TrayNote, t: Translate, locale: string): string {
  const values = { n: note.names.length, name: note.names[0] ?? '' }
  switch (note.type) {
    case 'folder':
      return t('attachment.folder', values)
    case 'empty':
      return t('attachment.empty', values)
    case 'duplicate':
      return t('attachment.duplicate', values)
    case 'too-large':
      return t('attachment.tooLarge', { ...values, size: formatBytes(locale, note.maxBytes) })
    case 'too-many':
      return t('attachment.tooMany', { ...values, max: note.max })
    case 'not-accepted':
      return englishOnly(locale, note.message) || t('attachment.notAttached')
    case 'not-taken':
      return t('attachment.notTaken')
    case 'failed':
      return t('attachment.notAttached')
    case 'not-sent':
      return t('attachment.notSent')
    case 'overtaken':
      return t('composer.overtaken')
    default:
      return note satisfies never
  }
}
