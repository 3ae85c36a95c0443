import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { InferOutput } from 'valibot'
import type {
  auditList,
  DeskSession,
  ownSessions,
  peopleList,
  signInWays,
} from '../../shared/desk/access.ts'
import type { ProjectSettings, SettingsVersions } from '../../shared/desk/settings.ts'
import type {
  AnswerWhy,
  Conversation,
  conversationList,
  filterValues,
} from '../../shared/desk/conversations.ts'
import { call, CallError } from './call.ts'
import type { QueryValue } from './call.ts'

export type OwnSession = InferOutput<typeof ownSessions>['sessions'][number]
export type Person = InferOutput<typeof peopleList>['people'][number]
export type AuditAct = InferOutput<typeof auditList>['acts'][number]
export type FilterValues = InferOutput<typeof filterValues>
export type SignInWays = InferOutput<typeof signInWays>
type ConversationPage = InferOutput<typeof conversationList>

/** Filters as they stand in the address. */
export type Filters = Readonly<Record<string, string | undefined>>

const MINUTE_MS = 60_000
/** Rows of each page behind the first one, which comes sooner with fewer. */
const LATER_ROWS = 100
/** New conversations are looked for this often while the list is on screen. */
export const LIST_REFRESH_MS = 5_000

/** The session; null: nobody is signed in. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: MINUTE_MS,
  queryFn: ({ signal }) =>
    call<DeskSession>(['session'], { signal }).catch((error: unknown) => {
      if (error instanceof CallError && error.type === 'signed-out') return null
      throw error
    }),
})

export const signInWaysQuery = queryOptions({
  queryKey: ['sign-in-ways'],
  staleTime: MINUTE_MS,
  queryFn: ({ signal }) => call<SignInWays>(['sign-in'], { signal }),
})

/** A read of one project. Its key begins with the project, so that a change can refresh all that it touches. */
export const projectQuery = <Answer>(
  project: string,
  path: readonly string[],
  query: Readonly<Record<string, QueryValue>> = {},
) =>
  queryOptions({
    queryKey: ['projects', project, ...path, query],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) => call<Answer>(['projects', project, ...path], { query, signal }),
  })

/** Settings of a project; the draft's keeper loads them. */
export const settingsQuery = (project: string) =>
  queryOptions({
    queryKey: ['projects', project, 'settings'],
    queryFn: ({ signal }) => call<ProjectSettings>(['projects', project, 'settings'], { signal }),
  })

/** Published versions of a project's settings. */
export const versionsQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: ['projects', project, 'settings-versions'],
    initialPageParam: null as string | null,
    getNextPageParam: (page: SettingsVersions) => page.next,
    queryFn: ({ pageParam, signal }) =>
      call<SettingsVersions>(['projects', project, 'settings', 'versions'], {
        query: { after: pageParam },
        signal,
      }),
  })

export const conversationsQuery = (project: string, filters: Filters) =>
  infiniteQueryOptions({
    queryKey: ['projects', project, 'conversations', filters],
    initialPageParam: null as string | null,
    getNextPageParam: (page: ConversationPage) => page.next,
    queryFn: ({ pageParam, signal }) =>
      call<ConversationPage>(['projects', project, 'conversations'], {
        query: { ...filters, after: pageParam, limit: pageParam === null ? null : LATER_ROWS },
        signal,
      }),
  })

/** Conversations that are newer than a place in the list, asked again and again. */
export const newsQuery = (project: string, filters: Filters, since: string | undefined) =>
  queryOptions({
    queryKey: ['projects', project, 'news', filters, since],
    enabled: since !== undefined,
    refetchInterval: LIST_REFRESH_MS,
    queryFn: ({ signal }) =>
      call<ConversationPage>(['projects', project, 'conversations'], {
        query: { ...filters, since },
        signal,
      }),
  })

export const filterValuesQuery = (project: string) =>
  queryOptions({
    queryKey: ['projects', project, 'filters'],
    staleTime: MINUTE_MS,
    queryFn: ({ signal }) => call<FilterValues>(['projects', project, 'filters'], { signal }),
  })

export const conversationQuery = (project: string, thread: string, isUnmasked: boolean) =>
  queryOptions({
    queryKey: ['projects', project, 'conversation', thread, isUnmasked],
    queryFn: ({ signal }) =>
      call<Conversation>(['projects', project, 'conversations', thread], {
        query: { unmasked: isUnmasked ? 'true' : undefined },
        signal,
      }),
  })

export const whyQuery = (project: string, thread: string, message: string, isUnmasked: boolean) =>
  queryOptions({
    queryKey: ['projects', project, 'why', thread, message, isUnmasked],
    queryFn: ({ signal }) =>
      call<AnswerWhy>(['projects', project, 'conversations', thread, 'messages', message, 'why'], {
        query: { unmasked: isUnmasked ? 'true' : undefined },
        signal,
      }),
  })

export const peopleQuery = (project: string) =>
  queryOptions({
    queryKey: ['projects', project, 'people'],
    queryFn: ({ signal }) =>
      call<InferOutput<typeof peopleList>>(['projects', project, 'people'], { signal }),
  })

export const auditQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: ['projects', project, 'audit'],
    initialPageParam: null as string | null,
    getNextPageParam: (page: InferOutput<typeof auditList>) => page.next,
    queryFn: ({ pageParam, signal }) =>
      call<InferOutput<typeof auditList>>(['projects', project, 'audit'], {
        query: { after: pageParam },
        signal,
      }),
  })

export const ownSessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call<InferOutput<typeof ownSessions>>(['sessions'], { signal }),
})
