import { CircleX, RotateCw } from 'lucide-react'
import { useState } from 'react'
import { markAllInvisible } from '../../shared/mark-invisible.ts'
import { formatBytes } from '../i18n/format-units.ts'
import { failureReason } from './attachments/failure-reason.ts'
import { useI18n } from '../i18n/i18n-context.tsx'
import type { TrayAttachment } from './atoms/attachments.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { FileIcon, FileName } from '../files/file-name.tsx'
import { ImageButton } from '../files/viewer/image-button.tsx'

export interface TrayChipProps {
  item: TrayAttachment
  /** The next Backspace removes it. */
  isMarked: boolean
  onRemove: () => void
  onRetry: () => void
  onMakePages: () => void
}

/** One file in the composer: its name, its progress, and its actions. */
export function TrayChip({ item, isMarked, onRemove, onRetry, onMakePages }: TrayChipProps) {
  const { t } = useI18n()
  const { name, status, pages } = item
  const isReady = status.type === 'requires-action' || status.type === 'complete'
  const isOffered = isReady && (pages?.type === 'offered' || pages?.type === 'failed')
  return (
    <li className="tray-chip" data-state={status.type} data-marked={isMarked}>
      <Thumbnail item={item} />
      <span className="tray-text">
        <FileName name={name} />
        <TrayState item={item} />
        {isOffered && (
          <button type="button" className="text-button tray-pages" onClick={onMakePages}>
            {t('attachment.pages')}
          </button>
        )}
      </span>
      {status.type === 'incomplete' && status.reason === 'error' && (
        <IconButton
          className="tray-action"
          label={t('attachment.retry', { name })}
          onClick={onRetry}
        >
          <RotateCw />
        </IconButton>
      )}
      <IconButton
        className="tray-action tray-remove"
        label={t('attachment.remove', { name })}
        onClick={onRemove}
      >
        <CircleX />
      </IconButton>
    </li>
  )
}

function Thumbnail({ item }: { item: TrayAttachment }) {
  const { t } = useI18n()
  const [isBroken, setIsBroken] = useState(false)
  const { name, type, status, previewUrl, pages } = item
  const isShown = previewUrl !== undefined && !isBroken
  return (
    <span className="tray-thumb">
      {isShown ? (
        <ImageButton
          name={markAllInvisible(name)}
          address={previewUrl}
          onError={() => setIsBroken(true)}
        />
      ) : (
        <FileIcon type={type} />
      )}
      {status.type === 'running' && (
        <ProgressRing label={t('attachment.uploading', { name })} share={status.progress} />
      )}
      {pages?.type === 'making' && <ProgressRing label={t('attachment.makingPages')} />}
    </span>
  )
}

function TrayState({ item: { name, size, status, pages, isUnread } }: { item: TrayAttachment }) {
  const { t, locale } = useI18n()
  if (status.type === 'incomplete') {
    return (
      <span className="tray-meta tray-error" dir="auto">
        {status.reason === 'lost'
          ? t('attachment.lost')
          : failureReason(t, status.message, locale) ||
            t('attachment.uploadFailed', { name, reason: '' })}
      </span>
    )
  }
  if (pages?.type === 'failed') {
    return (
      <span className="tray-meta">
        {t('attachment.pagesFailed', { reason: failureReason(t, pages.message, locale) })}
      </span>
    )
  }
  if (isUnread) return <span className="tray-meta">{t('attachment.unread')}</span>
  function text(): string {
    if (pages?.type === 'making') return t('attachment.makingPages')
    if (status.type === 'running') return formatShare(locale, status.progress)
    return size > 0 ? formatBytes(locale, size) : ''
  }
  return (
    <span className="tray-meta" aria-hidden={status.type === 'running'} translate="no">
      {text()}
    </span>
  )
}

interface ProgressRingProps {
  label: string
  /** From 0 up to 1. Absent: unknown. */
  share?: number
}

const RADIUS = 7
const LENGTH = 100

/** Progress as a ring, and as a number for screen readers. */
function ProgressRing({ label, share }: ProgressRingProps) {
  const { locale } = useI18n()
  const percent = share === undefined ? undefined : Math.round(share * LENGTH)
  return (
    <span
      role="progressbar"
      className="progress-ring"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={LENGTH}
      aria-valuenow={percent}
      aria-valuetext={share === undefined ? undefined : formatShare(locale, share)}
      data-state={share === undefined ? 'unknown' : 'known'}
    >
      <svg viewBox="0 0 18 18" aria-hidden>
        <circle className="progress-track" cx="9" cy="9" r={RADIUS} />
        <circle
          className="progress-done"
          cx="9"
          cy="9"
          r={RADIUS}
          pathLength={LENGTH}
          strokeDasharray={`${percent ?? LENGTH / 4} ${LENGTH}`}
        />
      </svg>
    </span>
  )
}

const formatShare = (locale: string, share: number): string =>
  new Intl.NumberFormat(locale, { style: 'percent' }).format(Math.round(share * LENGTH) / LENGTH)
