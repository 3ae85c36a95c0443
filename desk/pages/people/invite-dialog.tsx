import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { SubmitEvent } from 'react'
import { ROLES } from '../../../shared/desk/access.ts'
import type { Role } from '../../../shared/desk/access.ts'
import { ALL_PROJECTS } from '../../../shared/desk/fields.ts'
import { Dialog } from '../../../widget/ui/dialog.tsx'
import { call } from '../../api/call.ts'
import { peopleQuery } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { CallFailureCard } from '../../ui/call-failure-card.tsx'
import { DialogButtons } from '../../ui/confirm-dialog.tsx'
import { LinkView } from './link-view.tsx'
import type { SignInLink } from './link-view.tsx'

/** As the server reads addresses: a name, an at sign and a host. */
const MAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Invites a person by mail address, and shows the link for them. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useI18n()
  const { project } = usePage()
  const client = useQueryClient()
  const errorId = useId()
  const isService = project === ALL_PROJECTS
  const [mail, setMail] = useState('')
  const [role, setRole] = useState<Role>(isService ? 'owner' : 'reader')
  const [isWrong, setIsWrong] = useState(false)
  const invite = useMutation({
    mutationFn: () =>
      call<SignInLink>(['projects', project, 'people'], {
        method: 'POST',
        body: { mail: mail.trim(), role },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: peopleQuery(project).queryKey }),
  })

  function handleSubmit(event: SubmitEvent): void {
    event.preventDefault()
    const isRight = MAIL.test(mail.trim())
    setIsWrong(!isRight)
    if (isRight && !invite.isPending) invite.mutate()
  }

  if (invite.data) {
    return (
      <Dialog
        title={t('people.linkTitle', { mail: mail.trim() })}
        closeLabel={t('act.close')}
        onClose={onClose}
      >
        <LinkView link={invite.data} mail={mail.trim()} />
      </Dialog>
    )
  }
  return (
    <Dialog title={t('people.inviteTitle')} closeLabel={t('act.close')} onClose={onClose}>
      <form className="invite-form" noValidate onSubmit={handleSubmit}>
        <label className="field">
          {t('people.mail')}
          <input
            className="text-field"
            type="email"
            autoComplete="off"
            dir="ltr"
            maxLength={254}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog's first field, which the person has asked for
            autoFocus
            value={mail}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? errorId : undefined}
            onChange={({ target }) => setMail(target.value)}
          />
        </label>
        {isWrong && (
          <p id={errorId} className="field-error" role="alert">
            {t('people.mailNeeded')}
          </p>
        )}
        {!isService && (
          <fieldset>
            <legend>{t('people.role')}</legend>
            {ROLES.map((each) => (
              <label key={each} className="role-option">
                <input
                  type="radio"
                  name="role"
                  checked={role === each}
                  onChange={() => setRole(each)}
                />
                <span>{t(`role.${each}`)}</span>
                <span>{t(`role.${each}Hint`)}</span>
              </label>
            ))}
          </fieldset>
        )}
        {invite.isError && (
          <CallFailureCard title={t('people.inviteFailed')} error={invite.error} />
        )}
        <DialogButtons onCancel={onClose}>
          <button
            type="submit"
            className="solid-button"
            aria-disabled={invite.isPending || undefined}
          >
            {t('people.invite')}
          </button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
