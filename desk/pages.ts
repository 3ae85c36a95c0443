import {
  Activity,
  Bell,
  BookOpen,
  CalendarClock,
  ChartColumn,
  House,
  ListChecks,
  MessagesSquare,
  PenLine,
  ScrollText,
  SlidersHorizontal,
  ThumbsDown,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { Role } from '../shared/desk/access.ts'
import type { PlainKey } from './i18n/i18n.tsx'

/** A page of the desk. */
export interface PageEntry {
  /** Below the project in the address; `$name` is a parameter. */
  readonly path: string
  /** Its file, which loads when it is first opened. */
  readonly load: () => Promise<{ readonly Page: ComponentType }>
  /** Least role; `service`: owners of the service. */
  readonly needs: Role | 'service'
  /** Its place in the navigation. Absent: it has none. */
  readonly nav?: {
    readonly label: PlainKey
    readonly icon: LucideIcon
    /** On a phone, `first` pages stand in the bar and `later` ones behind "More". */
    readonly place: 'first' | 'later'
  }
}

/** Every page, in the order of the navigation. */
export const PAGES: readonly PageEntry[] = [
  {
    path: 'home',
    load: () => import('./pages/home/home-page.tsx'),
    needs: 'reader',
    nav: { label: 'nav.home', icon: House, place: 'first' },
  },
  {
    path: 'conversations',
    load: () => import('./pages/conversations/conversations-page.tsx'),
    needs: 'reader',
    nav: { label: 'nav.conversations', icon: MessagesSquare, place: 'first' },
  },
  {
    path: 'conversations/$thread',
    load: () => import('./pages/conversation/conversation-page.tsx'),
    needs: 'reader',
  },
  {
    path: 'mend',
    load: () => import('./pages/mend/mend-page.tsx'),
    needs: 'editor',
  },
  {
    path: 'quality',
    load: () => import('./pages/quality/quality-page.tsx'),
    needs: 'reader',
    nav: { label: 'nav.quality', icon: ThumbsDown, place: 'first' },
  },
  {
    path: 'usage',
    load: () => import('./pages/usage/usage-page.tsx'),
    needs: 'reader',
    nav: { label: 'nav.usage', icon: ChartColumn, place: 'first' },
  },
  {
    path: 'knowledge',
    load: () => import('./pages/knowledge/knowledge-page.tsx'),
    needs: 'reader',
    nav: { label: 'nav.knowledge', icon: BookOpen, place: 'later' },
  },
  {
    path: 'answers',
    load: () => import('./pages/answers/answers-page.tsx'),
    needs: 'reader',
    nav: { label: 'nav.answers', icon: PenLine, place: 'later' },
  },
  {
    path: 'cases',
    load: () => import('./pages/cases/cases-page.tsx'),
    needs: 'reader',
    nav: { label: 'nav.cases', icon: ListChecks, place: 'later' },
  },
  {
    path: 'settings',
    load: () => import('./pages/settings/settings-page.tsx'),
    needs: 'reader',
    nav: { label: 'nav.settings', icon: SlidersHorizontal, place: 'later' },
  },
  {
    path: 'notices',
    load: () => import('./pages/notices/notices-page.tsx'),
    needs: 'reader',
    nav: { label: 'nav.notices', icon: Bell, place: 'later' },
  },
  {
    path: 'health',
    load: () => import('./pages/health/health-page.tsx'),
    needs: 'service',
    nav: { label: 'nav.health', icon: Activity, place: 'later' },
  },
  {
    path: 'people',
    load: () => import('./pages/people/people-page.tsx'),
    needs: 'owner',
    nav: { label: 'nav.people', icon: Users, place: 'later' },
  },
  {
    path: 'audit',
    load: () => import('./pages/audit/audit-page.tsx'),
    needs: 'owner',
    nav: { label: 'nav.audit', icon: ScrollText, place: 'later' },
  },
  {
    path: 'retention',
    load: () => import('./pages/retention/retention-page.tsx'),
    needs: 'owner',
    nav: { label: 'nav.retention', icon: CalendarClock, place: 'later' },
  },
  { path: 'sessions', load: () => import('./pages/sessions/sessions-page.tsx'), needs: 'reader' },
]
