import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useState } from 'react'
import type { SubmitEvent } from 'react'
import type { InferOutput } from 'valibot'
import { NOTICE_EVENTS } from '../../../shared/desk/notices.ts'
import type { newHook, NoticeEvent, NoticeHook } from '../../../shared/desk/notices.ts'
import { Dialog } from '../../../widget/ui/dialog.tsx'
import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { DialogButtons } from '../../ui/confirm-dialog.tsx'
import { SecretView } from './secret-view.tsx'

/** Chosen for a new webhook: what needs somebody. */
const FIRST_EVENTS: readonly NoticeEvent[] = [
  'answer.rated_bad',
  'answer.unanswered',
  'answer.failed',
  'budget.reached',
]

/** A button with a form for a webhook. */
export function AddHook() {
  const { t } = useI18n()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <button type="button" className="solid-button" onClick={() => setIsOpen(true)}>
        <Plus aria-hidden="true" />
        {t('notices.add')}
      </button>
      {isOpen && <HookForm onClose={() => setIsOpen(false)} />}
    </>
  )
}

export interface HookFormProps {
  /** Absent: a new one, whose secret is shown afterwards. */
  hook?: NoticeHook
  onClose: () => void
}

/** Adds a webhook, or changes one. */
export function HookForm({ hook, onClose }: HookFormProps) {
  const { t } = useI18n()
  const { project } = usePage()
  const client = useQueryClient()
  const errorId = useId()
  const [url, setUrl] = useState(hook?.url ?? '')
  const [events, setEvents] = useState<readonly NoticeEvent[]>(hook?.events ?? FIRST_EVENTS)
  const [isOn, setIsOn] = useState(hook?.isOn ?? true)
  const [isEmpty, setIsEmpty] = useState(false)
  const save = useMutation({
    mutationFn: () => {
      const body = { url: url.trim(), events }
      return hook
        ? call<undefined>(['projects', project, 'notices', 'hooks', hook.id], {
            method: 'PUT',
            body: { ...body, isOn },
          })
        : call<InferOutput<typeof newHook>>(['projects', project, 'notices', 'hooks'], {
            method: 'POST',
            body,
          })
    },
    async onSuccess() {
      await client.invalidateQueries({ queryKey: ['projects', project, 'notices'] })
      if (hook) onClose()
    },
  })

  function handleSubmit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault()
    setIsEmpty(events.length === 0)
    if (events.length > 0 && !save.isPending) save.mutate()
  }

  if (save.data) {
    return (
      <Dialog title={t('notices.secretShown')} closeLabel={t('act.close')} onClose={onClose}>
        <SecretView secret={save.data.secret} />
      </Dialog>
    )
  }
  return (
    <Dialog
      title={t(hook ? 'notices.editTitle' : 'notices.add')}
      closeLabel={t('act.close')}
      onClose={onClose}
    >
      <form className="notice-form" onSubmit={handleSubmit}>
        <label className="field">
          {t('notices.url')}
          <input
            className="text-field"
            type="url"
            required
            dir="ltr"
            placeholder="https://"
            value={url}
            onChange={({ target }) => setUrl(target.value)}
          />
        </label>
        <fieldset className="notice-events" aria-describedby={isEmpty ? errorId : undefined}>
          <legend>{t('notices.events')}</legend>
          {NOTICE_EVENTS.map((event) => (
            <label key={event}>
              <input
                type="checkbox"
                checked={events.includes(event)}
                onChange={({ target }) =>
                  setEvents(
                    target.checked ? [...events, event] : events.filter((each) => each !== event),
                  )
                }
              />
              {t(`notices.event.${event}`)}
            </label>
          ))}
        </fieldset>
        {isEmpty && (
          <p id={errorId} className="field-error" role="alert">
            {t('notices.eventsNeeded')}
          </p>
        )}
        {hook && (
          <label className="notice-switch">
            <input
              type="checkbox"
              checked={isOn}
              onChange={({ target }) => setIsOn(target.checked)}
            />
            {t('notices.isOn')}
          </label>
        )}
        {save.error && <CallFailureCard error={save.error} title={t('error.saveTitle')} />}
        <DialogButtons onCancel={onClose}>
          <button
            type="submit"
            className="solid-button"
            aria-disabled={save.isPending || undefined}
          >
            {t(hook ? 'act.save' : 'notices.addNow')}
          </button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
