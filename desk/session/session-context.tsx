import { createContext, use, useMemo } from 'react'
import type { ReactNode } from 'react'
import { useParams } from '@tanstack/react-router'
import { ALL_PROJECTS } from '../../shared/desk/fields.ts'
import { ROLES } from '../../shared/desk/access.ts'
import type { DeskSession, Role } from '../../shared/desk/access.ts'
import { createFormat } from '../i18n/format.ts'
import type { Format } from '../i18n/format.ts'
import { useI18n } from '../i18n/i18n.tsx'

interface SessionValue {
  readonly session: DeskSession
  readonly format: Format
}

const SessionContext = createContext<SessionValue | null>(null)

/** Gives all pages the session, and its time zone and currency. */
export function SessionProvider({
  session,
  children,
}: {
  session: DeskSession
  children: ReactNode
}) {
  const { locale } = useI18n()
  const { timeZone, currency } = session
  const format = useMemo(
    () => createFormat({ locale, timeZone, currency }),
    [locale, timeZone, currency],
  )
  const value = useMemo(() => ({ session, format }), [session, format])
  return <SessionContext value={value}>{children}</SessionContext>
}

/** The session of the person who is signed in. */
export function useSession(): SessionValue {
  const value = use(SessionContext)
  if (value === null) throw new Error('useSession needs a SessionProvider.')
  return value
}

/** The person's role in a project; null: the project is not open to the person. */
export function roleIn(session: DeskSession, project: string): Role | null {
  if (session.isServiceOwner) return 'owner'
  return session.projects.find(({ id }) => id === project)?.role ?? null
}

/** Whether `role` includes all that `needed` may. */
export const includesRole = (role: Role | null, needed: Role): boolean =>
  role !== null && ROLES.indexOf(role) >= ROLES.indexOf(needed)

export interface PageContext extends SessionValue {
  /** Id of the project in the address; `_`: all projects. */
  readonly project: string
  readonly projectName: string | null
  readonly role: Role | null
  /** Whether the person has this role here. */
  may(needed: Role): boolean
}

/** Facts that every page needs: the project in the address and the person's role in it. */
export function usePage(): PageContext {
  const value = useSession()
  const { project = ALL_PROJECTS } = useParams({ strict: false }) as { project?: string }
  const role = roleIn(value.session, project)
  return {
    ...value,
    project,
    projectName: value.session.projects.find(({ id }) => id === project)?.name ?? null,
    role,
    may: (needed) => includesRole(role, needed),
  }
}
