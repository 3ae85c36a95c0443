import { useMutation } from '@tanstack/react-query'
import { Rocket } from 'lucide-react'
import { useState } from 'react'
import type { SubmitEvent } from 'react'
import { WHY_MAX_CHARACTERS } from '../../shared/desk/settings.ts'
import { useAnnounce } from '../../widget/ui/announcer.tsx'
import { Dialog } from '../../widget/ui/dialog.tsx'
import { call } from '../api/call.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { usePage } from '../session/session-context.tsx'
import { DialogButtons } from '../ui/confirm-dialog.tsx'
import { ChangeList } from './change-list.tsx'
import { useDraft, useDraftIfLoaded } from './draft-context.tsx'
import { PublishDone } from './publish-done.tsx'
import type { PublishDoneProps } from './publish-done.tsx'
import { PublishFailure } from './publish-failure.tsx'

/** Opens the publish of the draft; absent for persons who may not publish it. */
export function PublishButton() {
  const { t } = useI18n()
  const { may } = usePage()
  const draft = useDraftIfLoaded()
  const [isOpen, setIsOpen] = useState(false)
  const [done, setDone] = useState<PublishDoneProps | null>(null)
  if (draft === null || !may('editor')) return null
  const { changes, data } = draft
  const isEmpty = changes.length === 0
  const live = data.published?.number ?? null
  return (
    <>
      {isEmpty && done !== null && done.number === live && <PublishDone {...done} />}
      <button
        type="button"
        className="solid-button"
        aria-disabled={isEmpty || undefined}
        onClick={() => {
          if (isEmpty) return
          draft.tryPublish()
          setIsOpen(true)
        }}
      >
        <Rocket aria-hidden="true" />
        {isEmpty ? t('publish.nothing') : t('publish.open', { n: changes.length })}
      </button>
      {isOpen && (
        <PublishDialog
          onDone={(number) => setDone({ number, before: live })}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}

interface PublishDialogProps {
  /** Called with the number of the new version. */
  onDone: (number: number) => void
  onClose: () => void
}

function PublishDialog({ onDone, onClose }: PublishDialogProps) {
  const { t } = useI18n()
  const { project } = usePage()
  const { data, view, changes, keeper, reload } = useDraft()
  const announce = useAnnounce()
  const [why, setWhy] = useState('')
  const hasProblems = view.problems.length > 0
  const ofOwners = data.mayOwn ? [] : (data.draft?.ownerPaths ?? [])
  const publish = useMutation({
    mutationFn: async () => {
      if (!(await keeper.flush())) throw new Error('The draft is not saved.')
      const { revision, baseNumber } = keeper.view()
      return call<{ number: number }>(['projects', project, 'settings', 'publish'], {
        method: 'POST',
        body: { revision, baseNumber, why: why.trim() },
      })
    },
    async onSuccess({ number }) {
      announce(t('publish.done', { n: number }))
      onDone(number)
      await reload()
      onClose()
    },
    onError: () => void reload(),
  })
  const mayPublish = !hasProblems && ofOwners.length === 0 && !publish.isPending

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault()
    if (mayPublish) publish.mutate()
  }

  return (
    <Dialog
      title={t('publish.title')}
      description={t('publish.hint')}
      closeLabel={t('act.close')}
      onClose={onClose}
    >
      <form className="publish-form" onSubmit={handleSubmit}>
        <div className="publish-changes">
          <ChangeList label={t('publish.changes')} changes={changes} />
        </div>
        {hasProblems && (
          <p className="field-error" role="alert">
            {t('publish.problems', { n: view.problems.length })}
          </p>
        )}
        {ofOwners.length > 0 && (
          <p className="field-error" role="alert">
            {t('publish.ownersOnly', {
              names: ofOwners.map((path) => path.join(' › ')).join(', '),
            })}
          </p>
        )}
        <label className="field">
          {t('publish.why')}
          <textarea
            className="text-field text-area"
            rows={2}
            dir="auto"
            maxLength={WHY_MAX_CHARACTERS}
            placeholder={t('publish.whyPlace')}
            value={why}
            onChange={({ target }) => setWhy(target.value)}
          />
        </label>
        {publish.error && <PublishFailure error={publish.error} onLeave={onClose} />}
        <DialogButtons onCancel={onClose}>
          <button type="submit" className="solid-button" aria-disabled={!mayPublish || undefined}>
            {t('publish.now')}
          </button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
