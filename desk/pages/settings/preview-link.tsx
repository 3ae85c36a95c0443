import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useId, useState } from 'react'
import type { SubmitEvent } from 'react'
import {
  PREVIEW_MINUTES,
  PREVIEW_MINUTES_MAX,
  PREVIEW_PAGE_MAX_CHARACTERS,
} from '../../../shared/desk/preview.ts'
import type { Preview } from '../../../shared/desk/preview.ts'
import { Dialog } from '../../../widget/ui/dialog.tsx'
import { call } from '../../api/call.ts'
import { useDraft, useDraftIfLoaded } from '../../draft/draft-context.tsx'
import { useI18n } from '../../i18n/i18n.tsx'
import type { DeskTranslate } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { DialogButtons } from '../../ui/confirm-dialog.tsx'
import { CopyBox } from '../../ui/copy-box.tsx'

const MINUTES_PER_HOUR = 60
const CHOICES = [15, PREVIEW_MINUTES, 4 * MINUTES_PER_HOUR, PREVIEW_MINUTES_MAX]

/** Opens the dialog that makes a link; absent for persons who may not. */
export function PreviewLinkButton() {
  const { t } = useI18n()
  const { may } = usePage()
  const draft = useDraftIfLoaded()
  const [isOpen, setIsOpen] = useState(false)
  if (draft === null || !may('editor')) return null
  return (
    <>
      <button type="button" className="outline-button" onClick={() => setIsOpen(true)}>
        <Eye aria-hidden="true" />
        {t('preview.open')}
      </button>
      {isOpen && <PreviewLinkDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function PreviewLinkDialog({ onClose }: { onClose: () => void }) {
  const { t } = useI18n()
  const { project, format } = usePage()
  const { data, view, keeper } = useDraft()
  const hintId = useId()
  const hosts = data.previewHosts
  const [page, setPage] = useState(hosts.find((host) => !host.includes('*')) ?? '')
  const [minutes, setMinutes] = useState(PREVIEW_MINUTES)
  const make = useMutation({
    mutationFn: async () => {
      if (!(await keeper.flush())) throw new Error('The draft is not saved.')
      return call<Preview>(['projects', project, 'settings', 'preview'], {
        method: 'POST',
        body: { place: 'site', page, minutes },
      })
    },
  })

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault()
    if (!make.isPending) make.mutate()
  }

  const isEmpty = view.revision === null && view.save.type === 'kept'
  return (
    <Dialog
      title={t('preview.linkTitle')}
      description={t(isEmpty ? 'preview.noDraft' : 'preview.linkHint')}
      closeLabel={t('act.close')}
      onClose={onClose}
    >
      {make.data ? (
        <div className="preview-made">
          <CopyBox text={make.data.url} />
          <p>{t('preview.ends', { time: format.dateTime(make.data.endsAt) })}</p>
          <div className="dialog-buttons">
            <a className="outline-button" href={make.data.url} target="_blank" rel="noreferrer">
              {t('preview.follow')}
            </a>
          </div>
        </div>
      ) : (
        !isEmpty && (
          <form className="preview-form" onSubmit={handleSubmit}>
            {data.chatEndpoint !== null && (
              <p>{t('preview.linkEndpoint', { url: data.chatEndpoint })}</p>
            )}
            <label className="field">
              {t('preview.page')}
              <input
                className="text-field"
                type="url"
                required
                dir="ltr"
                maxLength={PREVIEW_PAGE_MAX_CHARACTERS}
                aria-describedby={hintId}
                value={page}
                onChange={({ target }) => setPage(target.value)}
              />
            </label>
            <p id={hintId} className="setting-hint">
              {hosts.length === 0
                ? t('preview.noHosts')
                : t('preview.hosts', { hosts: hosts.join(', ') })}
            </p>
            <label className="field">
              {t('preview.lasts')}
              <select
                className="text-field"
                value={minutes}
                onChange={({ target }) => setMinutes(Number(target.value))}
              >
                {CHOICES.map((choice) => (
                  <option key={choice} value={choice}>
                    {describeMinutes(t, choice)}
                  </option>
                ))}
              </select>
            </label>
            {make.error && <CallFailureCard title={t('preview.linkFailed')} error={make.error} />}
            <DialogButtons onCancel={onClose}>
              <button
                type="submit"
                className="solid-button"
                aria-disabled={make.isPending || undefined}
              >
                {t('preview.make')}
              </button>
            </DialogButtons>
          </form>
        )
      )}
    </Dialog>
  )
}

function describeMinutes(t: DeskTranslate, minutes: number): string {
  if (minutes === PREVIEW_MINUTES_MAX) return t('preview.day')
  if (minutes < MINUTES_PER_HOUR) return t('preview.minutes', { n: minutes })
  return t('preview.hours', { n: minutes / MINUTES_PER_HOUR })
}
