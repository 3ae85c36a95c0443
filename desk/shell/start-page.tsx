import { Navigate } from '@tanstack/react-router'
import { ALL_PROJECTS } from '../../shared/desk/fields.ts'
import { deviceNotes, LAST_PROJECT } from '../session/device-notes.ts'
import { roleIn, useSession } from '../session/session-context.tsx'

/** Goes on to the project that was opened last on this device, else to the first one. */
export function StartPage() {
  const { session } = useSession()
  const last = deviceNotes.read(LAST_PROJECT)
  const project =
    last !== null && roleIn(session, last) !== null
      ? last
      : (session.projects[0]?.id ?? ALL_PROJECTS)
  return <Navigate to="/$project/home" params={{ project }} replace />
}
