import { chatUrlOf } from './connect-previews.ts'
import type { DeskParts } from './desk/desk-route.ts'
import { createOpenId } from './desk/open-id.ts'
import { createSignIns } from './desk/sign-ins.ts'
import { createDeskAddress, type FindDesk } from './routes/desk-address.ts'
import type { Log } from './log.ts'
import type { ApiParts } from './routes/route.ts'
import type { Settings } from './settings.ts'

export interface ConnectedDesk {
  readonly parts: DeskParts
  readonly findDesk: FindDesk
  /** The desk's own origin; undefined: it stands at each origin of the service. */
  readonly url: string | undefined
  /** Origin of the chat that the desk may embed; undefined: none. */
  readonly chatUrl: string | undefined
}

/** Connects the desk to the parts of the chat's calls. */
export function connectDesk(
  settings: Settings,
  api: ApiParts,
  log: Pick<Log, 'warn'>,
  {
    health,
    retention,
    cases,
    notices,
    previews,
    projectSettings,
  }: Pick<DeskParts, 'health' | 'retention' | 'cases' | 'notices' | 'previews' | 'projectSettings'>,
): ConnectedDesk {
  const { store, projects, runs, files, crawls, search, limits, bodies, now } = api
  const desk = {
    idleDays: settings.deskIdleDays,
    sessionDays: settings.deskSessionDays,
    timeZone: settings.deskTimeZone,
    firstWeekday: settings.deskFirstWeekday,
    currency: settings.deskCurrency,
  }
  const onFailure = (error: unknown) =>
    log.warn({ err: error }, 'a sign-in with the identity provider failed')
  return {
    parts: {
      store,
      projects,
      projectSettings,
      runs,
      files,
      crawls,
      search,
      limits,
      bodies,
      signIns: createSignIns({ queries: store.desk.signIns, settings: desk, now }),
      openId:
        settings.deskOpenId && createOpenId({ settings: settings.deskOpenId, onFailure, now }),
      settings: desk,
      health,
      retention,
      cases,
      notices,
      previews,
      trustedProxies: api.trustedProxies,
      onUnreadableAddress: api.onUnreadableAddress,
      now,
    },
    findDesk: createDeskAddress(settings),
    url: settings.deskUrl,
    // A desk of one origin embeds no chat.
    chatUrl: settings.deskUrl === undefined ? undefined : chatUrlOf(settings),
  }
}
