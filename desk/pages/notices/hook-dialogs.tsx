import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { InferOutput } from 'valibot'
import type { newHookSecret, NoticeHook } from '../../../shared/desk/notices.ts'
import { Dialog } from '../../../widget/ui/dialog.tsx'
import { call } from '../../api/call.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { ConfirmDialog, DialogButtons } from '../../ui/confirm-dialog.tsx'
import { SecretView } from './secret-view.tsx'

interface HookDialogProps {
  hook: NoticeHook
  onClose: () => void
}

/** A call about a webhook; all lists of notices are read again after it. */
function useHookCall<Answer>(hook: NoticeHook, method: 'POST' | 'DELETE', part: readonly string[]) {
  const { project } = usePage()
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      call<Answer>(['projects', project, 'notices', 'hooks', hook.id, ...part], { method }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['projects', project, 'notices'] }),
  })
}

/** Asks before a new secret, and shows it. */
export function NewSecret({ hook, onClose }: HookDialogProps) {
  const { t } = useI18n()
  const make = useHookCall<InferOutput<typeof newHookSecret>>(hook, 'POST', ['secret'])
  if (make.data) {
    return (
      <Dialog title={t('notices.secretShown')} closeLabel={t('act.close')} onClose={onClose}>
        <SecretView secret={make.data.secret} />
      </Dialog>
    )
  }
  return (
    <Dialog
      title={t('notices.secretTitle')}
      description={t('notices.secretHint')}
      closeLabel={t('act.close')}
      onClose={onClose}
    >
      {make.error && <CallFailureCard title={t('error.saveTitle')} error={make.error} />}
      <DialogButtons onCancel={onClose}>
        <button
          type="button"
          className="solid-button"
          aria-disabled={make.isPending || undefined}
          onClick={() => !make.isPending && make.mutate()}
        >
          {t('notices.secretMake')}
        </button>
      </DialogButtons>
    </Dialog>
  )
}

/** Asks before the old secret ends. */
export function EndSecret({ hook, onClose }: HookDialogProps) {
  const { t } = useI18n()
  const end = useHookCall(hook, 'DELETE', ['secret'])
  return (
    <ConfirmDialog
      title={t('notices.endSecretTitle')}
      description={t('notices.endSecretHint')}
      action={t('notices.endSecretNow')}
      failure={t('error.saveTitle')}
      call={{ ...end, mutate: () => end.mutate(undefined, { onSuccess: onClose }) }}
      onClose={onClose}
    />
  )
}

/** Asks before a webhook goes. */
export function RemoveHook({ hook, onClose }: HookDialogProps) {
  const { t } = useI18n()
  const remove = useHookCall(hook, 'DELETE', [])
  return (
    <ConfirmDialog
      title={t('notices.removeTitle')}
      description={t('notices.removeHint', { url: hook.url })}
      action={t('act.remove')}
      failure={t('error.saveTitle')}
      call={{ ...remove, mutate: () => remove.mutate(undefined, { onSuccess: onClose }) }}
      onClose={onClose}
    />
  )
}
