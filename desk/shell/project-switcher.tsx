import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { ALL_PROJECTS } from '../../shared/desk/fields.ts'
import { useI18n } from '../i18n/i18n.tsx'
import { usePage } from '../session/session-context.tsx'

/** Chooses the project; the page opens there anew, without filters, which belong to the other project. */
export function ProjectSwitcher() {
  const { t } = useI18n()
  const navigate = useNavigate()
  const { session, project } = usePage()
  const { projects, isServiceOwner } = session
  const isKnown = projects.some(({ id }) => id === project) || project === ALL_PROJECTS

  return (
    <div className="project-switcher">
      <select
        aria-label={t('project.label')}
        value={project}
        onChange={({ target }) =>
          void navigate({ to: '/$project/home', params: { project: target.value } })
        }
      >
        {!isKnown && <option value={project}>{project}</option>}
        {isServiceOwner && <option value={ALL_PROJECTS}>{t('project.all')}</option>}
        {projects.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ChevronsUpDown aria-hidden="true" />
    </div>
  )
}
