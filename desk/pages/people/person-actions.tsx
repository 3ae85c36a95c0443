import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ROLES } from '../../../shared/desk/access.ts'
import type { Role } from '../../../shared/desk/access.ts'
import { ALL_PROJECTS } from '../../../shared/desk/fields.ts'
import { useAnnounce } from '../../../widget/ui/announcer.tsx'
import { Dialog } from '../../../widget/ui/dialog.tsx'
import { call } from '../../api/call.ts'
import type { Person } from '../../api/queries.ts'
import { peopleQuery } from '../../api/queries.ts'
import { useI18n } from '../../i18n/i18n.tsx'
import { usePage } from '../../session/session-context.tsx'
import { useFailureWords } from '../../ui/call-failure-card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { LinkView } from './link-view.tsx'
import type { SignInLink } from './link-view.tsx'

function useRefreshPeople() {
  const client = useQueryClient()
  const { project } = usePage()
  return () => client.invalidateQueries({ queryKey: peopleQuery(project).queryKey })
}

/** Changes a person's role; owners of the service have one role alone. */
export function RoleChoice({ row: { mail, role } }: { row: Person }) {
  const { t } = useI18n()
  const { project } = usePage()
  const announce = useAnnounce()
  const words = useFailureWords()
  const refresh = useRefreshPeople()
  const change = useMutation({
    mutationFn: (chosen: Role) =>
      call(['projects', project, 'people'], { method: 'POST', body: { mail, role: chosen } }),
    async onSuccess(_, chosen) {
      announce(t('people.roleChanged', { mail, role: t(`role.${chosen}`) }))
      await refresh()
    },
    onError: (error) => announce(words(error), { channel: 'alert' }),
  })
  if (project === ALL_PROJECTS) return t(`role.${role}`)
  return (
    <>
      <select
        className="select-field role-choice"
        aria-label={t('people.roleOf', { mail })}
        value={change.isPending ? change.variables : role}
        onChange={({ target }) => change.mutate(target.value as Role)}
      >
        {ROLES.map((each) => (
          <option key={each} value={each}>
            {t(`role.${each}`)}
          </option>
        ))}
      </select>
      {change.isError && <span className="field-error">{words(change.error)}</span>}
    </>
  )
}

/** A new link for a person, and their removal. */
export function PersonActions({ row: person }: { row: Person }) {
  const { t } = useI18n()
  const [open, setOpen] = useState<'link' | 'remove' | null>(null)
  const { mail } = person
  const close = () => setOpen(null)
  return (
    <span className="person-actions">
      <button
        type="button"
        className="quiet-button"
        aria-label={t('people.linkOf', { mail })}
        onClick={() => setOpen('link')}
      >
        {t('people.link')}
      </button>
      <button
        type="button"
        className="quiet-button"
        aria-label={t('people.removeOf', { mail })}
        onClick={() => setOpen('remove')}
      >
        {t('people.remove')}
      </button>
      {open === 'link' && <LinkDialog person={person} onClose={close} />}
      {open === 'remove' && <RemoveDialog person={person} onClose={close} />}
    </span>
  )
}

interface PersonDialogProps {
  person: Person
  onClose: () => void
}

function LinkDialog({ person: { id, mail }, onClose }: PersonDialogProps) {
  const { t } = useI18n()
  const { project } = usePage()
  const make = useMutation({
    mutationFn: () =>
      call<SignInLink>(['projects', project, 'people', id, 'link'], { method: 'POST' }),
  })
  const title = t('people.linkTitle', { mail })
  if (make.data)
    return (
      <Dialog title={title} closeLabel={t('act.close')} onClose={onClose}>
        <LinkView link={make.data} mail={mail} />
      </Dialog>
    )
  return (
    <ConfirmDialog
      title={title}
      action={t('people.link')}
      failure={t('people.linkFailed')}
      isHarmless
      call={make}
      onClose={onClose}
    />
  )
}

function RemoveDialog({ person: { id, mail }, onClose }: PersonDialogProps) {
  const { t } = useI18n()
  const { project } = usePage()
  const announce = useAnnounce()
  const refresh = useRefreshPeople()
  const remove = useMutation({
    mutationFn: () => call(['projects', project, 'people', id], { method: 'DELETE' }),
    async onSuccess() {
      announce(t('people.removed', { mail }))
      onClose()
      await refresh()
    },
  })
  return (
    <ConfirmDialog
      title={t('people.removeTitle', { mail })}
      description={t('people.removeHint')}
      action={t('act.remove')}
      failure={t('people.removeFailed')}
      call={remove}
      onClose={onClose}
    />
  )
}
